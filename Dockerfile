# syntax=docker/dockerfile:1
FROM node:26-slim AS base
# As below: what V8 compiled of a file serves that path only.
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

FROM base AS build
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY tools/build ./tools/build
# What V8 compiled is kept by user: root's becomes that of `node`, who runs the service.
RUN npm run build && find dist -name '*.map' -delete \
  && for compiled in dist/.compiled/*/*-0; do [ ! -d "$compiled" ] || mv "$compiled" "${compiled%-0}-1000"; done

# From the lockfile anew rather than pruned: what only development needs was never there.
FROM base AS dependencies
# Sources, types and source maps of packages are half of their size, and nothing reads them.
RUN npm ci --omit=dev --ignore-scripts \
  && find node_modules -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' \) -delete

FROM node:26-slim
ENV NODE_ENV=production SALLYPORT_CONFIG=/app/config/sallyport.yaml
WORKDIR /app
COPY --from=dependencies /app/package.json ./
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY config ./config
# Records are the only thing that is written; everything else works on a read-only root file system:
#   docker run --read-only --tmpfs /tmp -v sallyport-data:/app/data …
RUN mkdir /app/data && chown node:node /app/data
VOLUME /app/data
# `node`, by number: Kubernetes cannot tell by a name that it is not root (runAsNonRoot).
USER 1000:1000
EXPOSE 8080
STOPSIGNAL SIGTERM
# For Docker; Kubernetes has probes of its own. It asks the default port: a configuration with another needs another.
HEALTHCHECK --interval=10s --timeout=2s --start-period=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# A small young generation and a tight old one: half the memory at the same throughput.
ENTRYPOINT ["node", "--max-semi-space-size=8", "--heap-growing-percent=30", "dist/main.js"]
CMD ["--host", "0.0.0.0"]
