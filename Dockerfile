# Two programs in one image: `node --import tsx server.ts` and `node --import tsx worker/main.ts --roles=jobs`, the
# latter also as a service of its own, `--roles=recorders`.
FROM node:24-bookworm-slim AS build
WORKDIR /parley
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN PRISMA_SCHEMA_ENGINE_BINARY=/bin/false npx prisma generate && node --import tsx scripts/list-texts.ts && npx remix vite:build

FROM node:24-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg pocketsphinx pocketsphinx-en-us flite bubblewrap \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /parley
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 PARLEY_DATA=/data PARLEY_CACHE=/data/cache
COPY --from=build /parley /parley
RUN mkdir -p /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
CMD ["node", "--import", "tsx", "--max-semi-space-size=64", "server.ts"]
