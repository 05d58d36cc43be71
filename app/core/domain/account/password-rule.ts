/**
 * Words the common long passwords are made of. Of the ten thousand most common passwords hardly one has twelve letters;
 * what people do to reach twelve is to repeat, lengthen and decorate short ones, so that is undone first.
 */
const COMMON = new Set(
  `password passwort passwd parola letmein welcome willkommen iloveyou iloveu lovely monkey dragon master shadow sunshine
  princess football baseball basketball soccer hockey superman batman spiderman pokemon starwars trustno trustnoone whatever
  freedom mustang ferrari porsche mercedes yamaha computer internet samsung google facebook microsoft windows administrator
  admin root user guest test tester testing changeme default secret access login hello charlie michael jennifer jessica
  ashley daniel thomas george andrew summer winter spring autumn january february march april june july august september
  october november december monday friday sunday qwerty qwertz azerty qwertyuiop asdfghjkl zxcvbnm qazwsx qazwsxedc
  abc abcd abcdef abcdefg abcdefgh abcdefghijkl parley company business sales demo sakura nippon japan tokyo himitsu arigato
  konnichiwa unbelievable liverpool chelsea arsenal barcelona cowboys yankees chocolate butterfly flower elephant tinkerbell
  passphrase mypassword thisismypassword correcthorsebatterystaple`.split(/\s+/),
);
const ROWS = [
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "01234567890",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  "1q2w3e4r5t6y7u8i9o0p",
];
const LEET: Record<string, string> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};
/** Fewer different signs than this are a pattern, however long. */
const LEAST_SIGNS = 5;

/**
 * Whether a password is too easy to guess (product §6): common ones and what is made of them, patterns, runs of the
 * keyboard, and the person's own address.
 */
export function isWeak(password: string, email: string): boolean {
  const plain = password.normalize("NFKC").toLowerCase();
  const unit = shortestUnit(plain);
  return (
    new Set(plain).size < LEAST_SIGNS ||
    unit.length <= plain.length / 3 ||
    isRun(plain) ||
    isMadeOfCommon(plain) ||
    isMadeOfCommon(unit) ||
    isOfAddress(plain, email.toLowerCase())
  );
}

/** "abcabcabc" → "abc"; a text that repeats nothing is its own unit. A cut last turn counts. */
function shortestUnit(text: string): string {
  for (let length = 1; length < text.length; length += 1) {
    const unit = text.slice(0, length);
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit;
  }
  return text;
}

/** Neighbours on a keyboard or in the alphabet, forwards or backwards, for at least three quarters of it. */
function isRun(text: string): boolean {
  let steps = 0;
  for (let at = 1; at < text.length; at += 1) {
    const pair = text.slice(at - 1, at + 1);
    const back = Array.from(pair).reverse().join("");
    if (pair[0] === pair[1] || ROWS.some((row) => row.includes(pair) || row.includes(back)))
      steps += 1;
  }
  return steps >= (text.length - 1) * 0.75;
}

const bare = (text: string): string => text.replace(/[^\p{L}]+/gu, "");
const unleet = (text: string): string => text.replace(/./gu, (sign) => LEET[sign] ?? sign);

/** Nothing but common words, with digits, signs and letters written as digits between them. */
function isMadeOfCommon(text: string): boolean {
  return [bare(text), bare(unleet(text)), bare(unleet(text.replace(/[\d!@$]+$/, "")))].some(
    (word) => word !== "" && isSumOf(word, 3),
  );
}

function isSumOf(word: string, most: number): boolean {
  if (COMMON.has(word)) return true;
  if (most <= 1) return false;
  for (let at = 3; at < word.length; at += 1)
    if (COMMON.has(word.slice(0, at)) && isSumOf(word.slice(at), most - 1)) return true;
  return false;
}

/** The address, or its first part and little else. */
function isOfAddress(text: string, email: string): boolean {
  const [name = "", domain = ""] = email.split("@");
  const [company = ""] = domain.split(".");
  if (email !== "" && (text.includes(email) || text === domain)) return true;
  const rest = [domain, name, company]
    .filter((part) => part.length >= 4)
    .reduce((left, part) => left.replaceAll(part, ""), text);
  return rest.length < 5 && rest.length < text.length;
}
