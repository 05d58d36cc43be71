import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: "Read the environment through app/core/platform/env.server.ts.",
};
const rawHtml = {
  selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
  message: "Text is rendered as React nodes; HTML never comes from data.",
};

export default tseslint.config(
  {
    ignores: ["node_modules", "build", "var", ".cache", "prisma/generated", "**/*.mjs", "**/*.cjs"],
  },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/no-unsafe-type-assertion": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/consistent-type-definitions": ["error", "type"],
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidOperator: true },
      ],
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false } },
      ],
      "@typescript-eslint/no-deprecated": [
        "error",
        { allow: [{ from: "package", name: "json", package: "@remix-run/server-runtime" }] },
      ],
      "@typescript-eslint/only-throw-error": [
        "error",
        {
          allow: [
            { from: "package", name: "TypedResponse", package: "@remix-run/server-runtime" },
            { from: "lib", name: "Response" },
          ],
        },
      ],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
      "no-console": "error",
      "no-restricted-syntax": ["error", environment, rawHtml],
    },
  },
  {
    files: ["**/*.tsx", "app/ui/**/*.ts"],
    plugins: { "react-hooks": reactHooks, "jsx-a11y": jsxA11y },
    rules: {
      ...jsxA11y.flatConfigs.recommended.rules,
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
    },
  },
  {
    files: [
      "scripts/**",
      "tests/**",
      "bench/**",
      "**/*.test.ts",
      "app/core/platform/env.server.ts",
      "vite.config.ts",
      "vitest.config.ts",
      "playwright.config.ts",
      "prisma/migrate.ts",
      "prisma.config.ts",
    ],
    rules: { "no-console": "off", "no-restricted-syntax": ["error", rawHtml] },
  },
  {
    // What a page or door answers is looked at, not trusted: the test fails where it is something else.
    files: ["tests/e2e/**", "tests/faults/**", "bench/**"],
    rules: {
      "@typescript-eslint/no-unsafe-type-assertion": "off",
      // What a failed set-up never assigned is undefined in spite of its type.
      "@typescript-eslint/no-unnecessary-condition": "off",
    },
  },
  { files: ["**/*.js"], extends: [tseslint.configs.disableTypeChecked] },
);
