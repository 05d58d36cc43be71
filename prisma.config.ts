import { defineConfig } from "prisma/config";

/** Read by `prisma generate|validate|format` only; migrations go through prisma/migrate.ts. */
export default defineConfig({ schema: "prisma/schema.prisma" });
