import { expect, test } from "vitest";
import { isWeak } from "./password-rule.ts";

const EMAIL = "mari.sato@example.com";

test.each([
  "password1234",
  "Password123!",
  "P@ssw0rd2026!",
  "passwordpassword",
  "letmein12345",
  "qwertyuiop12",
  "qwertyuiopasdf",
  "123456789012",
  "098765432109",
  "aaaaaaaaaaaa",
  "abababababab",
  "abcabcabcabcabc",
  "1qaz2wsx3edc",
  "1q2w3e4r5t6y",
  "abcdefghijkl",
  "welcomemonday1",
  "administrator1",
  "Iloveyou2026!!",
  "111122223333",
  "ｐａｓｓｗｏｒｄ１２３４",
  "mari.sato@example.com",
  "mari.sato1234",
  "Mari.Sato!!!!",
  "example.com1",
  "correcthorsebatterystaple",
])("%j is too easy", (password) => {
  expect(isWeak(password, EMAIL)).toBe(true);
});

test.each([
  "correct horse battery",
  "parley-demo-calls",
  "tuesday rain on the tin roof",
  "Kt7#vQ2m!xR9",
  "ひとつだけのながいあいことば",
  "mari likes 47 herons",
  "vier graue Elefanten",
  "passwords are not my thing",
])("%j is good enough", (password) => {
  expect(isWeak(password, EMAIL)).toBe(false);
});
