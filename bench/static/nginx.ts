import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { freePort } from '@solostead/server-testkit/network/free-port';

/**
 * Starts one nginx worker that serves `paths` of a built site, precompressed, and logs as its package configures it.
 * Returns null if nginx is not installed.
 */
export async function startNginx(
  siteDir: string,
  paths: readonly string[],
): Promise<{ url: string; stop(): Promise<void> } | null> {
  if (spawnSync('nginx', ['-v']).error) return null;
  const directory = mkdtempSync(join(tmpdir(), 'solostead-nginx-'));
  for (const path of paths) copyCompressed(siteDir, join(directory, 'site'), path);
  const port = await freePort();
  writeFileSync(join(directory, 'nginx.conf'), configuration(directory, port));
  const child = spawn('nginx', ['-p', directory, '-c', 'nginx.conf', '-e', 'error.log'], {
    stdio: 'inherit',
  });
  const url = `http://127.0.0.1:${port}`;
  while (child.exitCode === null && !(await fetch(url).catch(() => null))?.ok);
  if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(directory, { recursive: true, force: true });
  };
  return { url, stop };
}

function copyCompressed(from: string, to: string, path: string): void {
  const file = path === '/' ? '/index.html' : path;
  const content = readFileSync(join(from, file));
  mkdirSync(dirname(join(to, file)), { recursive: true, mode: 0o755 });
  writeFileSync(join(to, file), content);
  writeFileSync(`${join(to, file)}.gz`, gzipSync(content, { level: 9 }));
}

const configuration = (directory: string, port: number) => `
daemon off;
worker_processes 1;
pid nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 256; }
http {
  types { text/html html; text/javascript js; }
  access_log access.log;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  open_file_cache max=100;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${directory}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    root ${directory}/site;
    gzip_static on;
  }
}
`;
