# A server in a container: pages and wheel are built here, by the same commands as everywhere, and only the wheel goes on.
#   docker build -t hoofspiel . && docker run -p 8000:8000 -v hoofspiel:/data hoofspiel
FROM node:20-slim AS pages
RUN apt-get update && apt-get install -y --no-install-recommends python3-pip
WORKDIR /build
COPY package.json package-lock.json .npmrc vitest.config.ts ./
RUN npm ci --no-audit --no-fund
COPY web web
COPY src src
COPY tools/offline_files.py tools/
COPY requirements.lock ./
RUN npm run -s build

FROM python:3.13-slim AS wheel
WORKDIR /build
COPY pyproject.toml README.md LICENSE hatch_build.py server.lock ./
COPY --from=pages /build/src src
RUN python -m venv /app \
 && /app/bin/pip install --no-cache-dir --require-hashes -r server.lock \
 && /app/bin/pip install --no-cache-dir --no-deps --no-build-isolation . \
 && /app/bin/pip uninstall -qy pip

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data --create-home hoofspiel
COPY --from=wheel /app /app
ENV PATH=/app/bin:$PATH PYTHONUNBUFFERED=1 HOOFSPIEL_HOST=0.0.0.0 HOOFSPIEL_PORT=8000 HOOFSPIEL_DATA=/data HOOFSPIEL_CACHE=/data/cache
USER hoofspiel
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD \
  ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
STOPSIGNAL SIGTERM
CMD ["hoofspiel", "serve"]
