# Two images from one file:
#   docker build --target build -t plat-build .    pipelines, with GDAL: makes builds, and tests
#   docker build --target serve -t plat-serve .    the service, without GDAL and compilers
# Both keep builds under PLAT_HOME, one volume that the first writes and the second reads:
#   docker run --rm -v plat:/var/lib/plat plat-build build
#   docker run -p 8080:8080 -v plat:/var/lib/plat -e PLAT_PUBLIC_URL=https://plat.example.com \
#     -e PLAT_EMAIL=smtps://user:word@mail.example.com -e 'PLAT_EMAIL_FROM=Plat <plat@example.com>' \
#     -e PLAT_TRUSTED_PROXIES=172.17.0.1 plat-serve
# Put a proxy that speaks TLS in front, and name it in PLAT_TRUSTED_PROXIES. Accounts live on the
# volume too (PLAT_HOME/accounts), unless DATABASE_URL names a PostgreSQL. The service writes to the
# volume alone: `docker run --read-only` works. PORT sets the port, of the health check too.
# NO IMAGE WAS BUILT FROM IT YET by a container engine. tests/dockerfile.test.ts reads it, and
# tests/image.long.test.ts runs its commands but apt in clean folders, and serves from the outcome.

FROM node:24.21.0-bookworm-slim AS base
ENV NODE_ENV=production PLAT_HOME=/var/lib/plat
WORKDIR /opt/plat
RUN install -d -o node -g node /var/lib/plat
VOLUME /var/lib/plat

# Debian 12 ships GDAL 3.6.2; the binding is compiled against it, which takes a minute.
FROM base AS build
RUN apt-get update \
  && apt-get install -y --no-install-recommends libgdal-dev g++ make python3 \
  && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json .npmrc setup.mjs ./
COPY setup/ setup/
COPY accounts/package.json accounts/
COPY architect/package.json architect/
COPY pipelines/package.json pipelines/
COPY sample/package.json sample/
COPY serve/package.json serve/
COPY tests/generated-client/package.json tests/generated-client/
COPY web/package.json web/
RUN NODE_ENV=development PLAT_GDAL=system node setup.mjs only
COPY . .
USER node
ENTRYPOINT ["node_modules/node/bin/node", "plat.ts"]
CMD ["build"]

# better-auth and others name Vitest and drivers as peers that may be absent: npm would install what
# the lock file has of them, so it leaves peers out. Nothing reads types, source maps and tests of packages here.
FROM base AS serve-packages
COPY package.json package-lock.json .npmrc ./
COPY accounts/package.json accounts/
COPY architect/package.json architect/
COPY serve/package.json serve/
RUN npm install --no-save --ignore-scripts --omit=dev --legacy-peer-deps --include-workspace-root \
  --workspace serve --workspace accounts --workspace architect
RUN find . -type f -regex '.*\.\(map\|d\.[cm]?ts\|test\.[cm]?[jt]s\)' -delete

# The map page: Vite and MapLibre are needed to build it, and not to serve it.
FROM base AS page
COPY package.json package-lock.json .npmrc ./
COPY web/package.json web/
COPY architect/package.json architect/
RUN npm install --no-save --ignore-scripts --include=dev --workspace web --workspace architect
COPY tsconfig.json third-party-notices.txt ./
COPY layers/label-zoom.ts layers/
COPY layers/vintage-age.ts layers/
COPY layers/flood/zones.ts layers/flood/
COPY exports/csv-line.ts exports/
COPY geometry/contains.ts geometry/geodesic-area.ts geometry/polygons.ts geometry/
COPY values/row-error.ts values/us-dollars.ts values/word-list.ts values/
COPY accounts/accounts.ts accounts/
COPY accounts/admission/admission-limits.ts accounts/admission/
COPY accounts/email/mail-lives.ts accounts/email/
COPY accounts/keys/key-kinds.ts accounts/keys/
COPY accounts/people/people-bounds.ts accounts/people/
COPY architect/desktop/desktop-protocol.ts architect/desktop/
COPY architect/turns/media/media-limits.ts architect/turns/media/
COPY architect/turns/wire/input-limits.ts architect/turns/wire/
COPY http/receiver-ports.ts http/
COPY serve/schemas/account-limits.ts serve/schemas/demo.ts serve/schemas/
COPY report/ report/
COPY web/ web/
COPY architect/web/ architect/web/
RUN node node_modules/vite/bin/vite.js build -c web/vite.config.ts
RUN node node_modules/vite/bin/vite.js build -c architect/web/vite.config.ts

# What runs, without its tests and the source of the page.
FROM base AS serve-files
COPY package.json plat.ts third-party-notices.txt ./
COPY commands/ commands/
COPY terminal/ terminal/
COPY threads/ threads/
COPY catalog/ catalog/
COPY storage/ storage/
COPY queue/ queue/
COPY values/ values/
COPY random/ random/
COPY images/ images/
COPY geometry/ geometry/
COPY packs/ packs/
COPY upstream/ upstream/
COPY rasters/ rasters/
COPY layers/ layers/
COPY lookup/ lookup/
COPY geocoder/ geocoder/
COPY dossier/ dossier/
COPY exports/ exports/
COPY report/ report/
COPY coverage/ coverage/
COPY accounts/ accounts/
COPY http/ http/
COPY serve/ serve/
COPY architect/ architect/
RUN find . -name '*.test.ts' -delete && rm -r architect/web

FROM base AS serve
ENV HOST=0.0.0.0
# Memory that is freed is given back: setup.mjs has the figures.
ENV MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=4194304
COPY --from=serve-packages /opt/plat/node_modules/ node_modules/
COPY --from=serve-files /opt/plat/ ./
# Packages that npm keeps below the folder that asked for them.
COPY --from=serve-packages /opt/plat/accounts/node_modules/ accounts/node_modules/
COPY --from=page /opt/plat/.plat/page/ .plat/page/
COPY --from=page /opt/plat/.plat/projects/ .plat/projects/
# Each start would remove the types of all files again, in six threads: 150 MB of memory.
ENV NODE_COMPILE_CACHE=.plat/compiled
RUN node commands/start/compile-service.ts
USER node
EXPOSE 8080
# Unhealthy too while the database of the accounts is silent, when a restart mends nothing: an
# orchestrator that restarts what is unhealthy should ask /api/openapi.json instead.
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/api/v1/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "plat.ts"]
CMD ["serve"]
