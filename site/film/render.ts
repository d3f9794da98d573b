/**
 * Renders the hero's film and its posters, once; the results in site/public/film are committed. Needs ffmpeg with
 * libsvtav1 and libx264 (Debian: apt-get install ffmpeg). Run: node site/film/render.ts
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { browserFlags, findBrowser } from '@solostead/server-testkit/browser';

/** 240 frames at 60 a second play for 13 s at 0.3 speed, 18 a second. */
const filmSettings = { size: 720, frames: 240, rate: 60, most: 1_000_000 };
/** On white, so that the page can multiply it onto its paper; the dark scheme inverts it. */
const filmColours = { ink: '#0c120e', accent: '#0a6349', paper: '#ffffff' };

const here = fileURLToPath(new URL('.', import.meta.url));
const out = join(here, '../public/film');

/** Draws every frame into `folder` as 000.png, 001.png … */
async function drawFrames(folder: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags });
  const page = await browser.newPage();
  const drawing = readFileSync(join(here, 'one-line.js'), 'utf8').replaceAll('export ', '');
  await page.setContent(`<canvas width="${filmSettings.size}" height="${filmSettings.size}"></canvas>`);
  await page.addScriptTag({ content: `${drawing}; window.drawFrame = drawFrame;` });
  for (let frame = 0; frame < filmSettings.frames; frame += 1) {
    const picture = await page.evaluate(
      ([size, moment, colours]) => {
        const canvas = document.querySelector('canvas')!;
        // @ts-expect-error one-line.js put it there
        window.drawFrame(canvas.getContext('2d'), size, moment, colours);
        return canvas.toDataURL('image/png').split(',')[1]!;
      },
      [filmSettings.size, frame / filmSettings.frames, filmColours] as const,
    );
    writeFileSync(join(folder, `${String(frame).padStart(3, '0')}.png`), Buffer.from(picture, 'base64'));
  }
  await browser.close();
}

/** Encodes the frames; full range stays off, so that white decodes as exactly white. */
function encode(folder: string, file: string, codec: string): void {
  const colours = '-colorspace bt709 -color_trc bt709 -color_primaries bt709';
  const scale = '-vf scale=out_color_matrix=bt709:out_range=tv';
  const options = `${scale} -an -pix_fmt yuv420p -map_metadata -1 ${colours} -c:v ${codec}`.split(' ');
  const frames = ['-framerate', String(filmSettings.rate), '-i', join(folder, '%03d.png')];
  const target = join(out, file);
  const command = ['-y', '-loglevel', 'error', ...frames, ...options, target];
  const run = spawnSync('ffmpeg', command, { stdio: 'inherit' });
  if (run.status !== 0) throw new Error(`ffmpeg could not write ${file}`);
  const bytes = statSync(target).size;
  console.log(file, bytes);
  if (bytes > filmSettings.most)
    throw new Error(`${file} has ${bytes} bytes, more than ${filmSettings.most}`);
}

const folder = mkdtempSync(join(tmpdir(), 'solostead-film-'));
mkdirSync(out, { recursive: true });
await drawFrames(folder);
const first = sharp(join(folder, '000.png'));
await first.clone().avif({ quality: 38, effort: 9 }).toFile(join(out, 'poster.avif'));
await first.clone().webp({ quality: 30, effort: 6 }).toFile(join(out, 'poster.webp'));
await first.clone().jpeg({ quality: 45, mozjpeg: true }).toFile(join(out, 'poster.jpg'));
const group = `-g ${filmSettings.frames}`;
encode(folder, 'one-line.av1.webm', `libsvtav1 -preset 5 -crf 52 ${group}`);
encode(
  folder,
  'one-line.mp4',
  `libx264 -preset veryslow -crf 34 -tune animation ${group} -movflags +faststart`,
);
rmSync(folder, { recursive: true });
