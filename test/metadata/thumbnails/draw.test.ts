/** What strangers' pictures become: small pictures, drawn apart from the core, or a reason. */
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Drawers, openDrawers } from '../../../src/core/metadata/thumbnails/drawers.ts'
import { programFile } from '../../core/built-programs.ts'
import { root } from '../../core/trial-core.ts'
import { blue, middleOf, plain, pngClaiming, red, svgOf } from './pictures.ts'

let folder: string
let drawers: Drawers
const warnings: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-draw-'))
  drawers = openDrawers({ program: programFile('draw-process'), warn: (message) => warnings.push(message) })
})
afterAll(async () => {
  await drawers.close()
  await rm(folder, { recursive: true, force: true })
})

async function drawn(bytes: Uint8Array, size: 64 | 320 = 64): Promise<Awaited<ReturnType<typeof middleOf>>> {
  const made = await drawers.draw(bytes, size)
  if (typeof made === 'string') throw new Error(`It was refused: ${made}`)
  expect(Buffer.from(made).toString('latin1', 8, 12)).toBe('WEBP')
  return middleOf(made)
}

describe('a picture', () => {
  it('of every usual format becomes a small square one', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif', 'tiff'] as const)
      expect(await drawn(await plain(red).toFormat(format).toBuffer()), format).toEqual({
        size: '64×64',
        colour: red,
      })
    expect((await drawn(await plain(red).png().toBuffer(), 320)).size).toBe('320×320')
  })

  it('that is tiny is drawn larger, and one that moves as its first picture', async () => {
    expect((await drawn(await plain(blue, 24, 24).png().toBuffer(), 320)).size).toBe('320×320')
    const two = await Promise.all([red, blue].map((colour) => plain(colour, 40, 40).png().toBuffer()))
    const moving = await sharp(two, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    expect((await drawn(moving)).colour).toEqual(red)
  })

  it('drawn with lines (SVG) becomes pixels, however large it says that it is', async () => {
    for (const [width, height] of [
      [10, 10],
      [100_000, 100_000],
    ])
      expect(await drawn(svgOf('', width, height), 320)).toEqual({ size: '320×320', colour: blue })
  })

  it('asks nobody and reads no file, whatever it names', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const file = join(folder, 'red.png')
    await writeFile(file, await plain(red).png().toBuffer())
    const outside = [`${base}/a.png`, `file://${file}`, file, 'red.png']
    const picture = svgOf(
      `<style>@import url("${base}/a.css"); @font-face { font-family: f; src: url("${base}/a.woff") }</style>
      <script href="${base}/a.js">fetch("${base}/b")</script>
      ${outside.map((to) => `<image href="${to}" xlink:href="${to}" width="100" height="100"/><use href="${to}#a"/><xi:include href="${to}"/>`).join('')}
      <foreignObject width="100" height="100"><body xmlns="http://www.w3.org/1999/xhtml"><img src="${base}/c.png"/></body></foreignObject>`,
    )
    expect((await drawn(picture)).colour).toEqual(blue)
    expect(asked).toEqual([])
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
})

describe('what is no good picture', () => {
  it('is refused with its reason: bombs, pieces, other formats, files that are two things at once', async () => {
    const png = await plain(red).png({ compressionLevel: 0 }).toBuffer()
    const entities = Buffer.from(
      `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${[...'bcdefghij'].map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`).join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&j;</text></svg>`,
    )
    const cases: [string, Uint8Array, string][] = [
      ['claims a billion pixels', pngClaiming(40_000, 40_000), 'large'],
      ['claims more than there is', pngClaiming(600, 600), 'broken'],
      ['is cut', png.subarray(0, png.length / 2), 'broken'],
      ['is a program that begins as a picture', Buffer.from('GIF89a/*x*/=1;alert(1)//<script>'), 'broken'],
      ['is of a format that is turned off', Buffer.from('P6\n2 2\n255\nabcdefghijkl'), 'broken'],
      ['explodes', entities, 'broken'],
      ['is empty', new Uint8Array(), 'broken'],
    ]
    for (const [what, bytes, reason] of cases) expect(await drawers.draw(bytes, 64), what).toBe(reason)
    expect((await drawn(await plain(red).png().toBuffer())).colour).toEqual(red)
    expect(warnings).toEqual([])
  })
})

/** A program in place of what draws, and what it wrote down. */
async function stub(onOrder: string): Promise<{ program: string; said: () => Promise<string> }> {
  const log = join(folder, `${Math.random()}.log`)
  const program = `${log}.mjs`
  await writeFile(log, '')
  await writeFile(
    program,
    `import { appendFileSync } from 'node:fs'
    const say = (text) => appendFileSync(${JSON.stringify(log)}, text)
    process.on('message', ({ id, bytes }) => { ${onOrder} })
    process.on('disconnect', () => process.exit())
    process.send({ kind: 'ready' })`,
  )
  return { program, said: () => readFile(log, 'utf8') }
}

describe('what draws', () => {
  it('is killed when a picture takes too long, and the next one is drawn', async () => {
    const { program } = await stub("if (bytes[0] === 1) for (;;); process.send({ kind: 'drawn', id, bytes })")
    const patient = openDrawers({ program, warn: () => undefined, bounds: { drawMs: 5_000 } })
    expect(await patient.draw(Uint8Array.of(2), 64)).toEqual(Uint8Array.of(2))
    expect(await patient.draw(Uint8Array.of(1), 64)).toBe('slow')
    expect(await patient.draw(Uint8Array.of(3), 64)).toEqual(Uint8Array.of(3))
    await patient.close()
  })

  it('that comes when a process is just being ended, since there was nothing to draw, is drawn by another', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const resting = openDrawers({
      program: programFile('draw-process'),
      warn: () => undefined,
      bounds: { idleMs: 1_000 },
    })
    try {
      const bytes = await plain(red).png().toBuffer()
      expect(await resting.draw(bytes, 64)).toBeInstanceOf(Uint8Array)
      vi.advanceTimersByTime(1_000)
      expect(await resting.draw(bytes, 64)).toBeInstanceOf(Uint8Array)
    } finally {
      vi.useRealTimers()
      await resting.close()
    }
  })

  it('that dies with a picture takes nothing else with it', async () => {
    const { program } = await stub("if (bytes[0] === 1) process.abort(); process.send({ kind: 'drawn', id, bytes })")
    const hurt = openDrawers({ program, warn: () => undefined })
    const made = await Promise.all([1, 2, 1, 3].map((byte) => hurt.draw(Uint8Array.of(byte), 64)))
    expect(made).toEqual(['slow', Uint8Array.of(2), 'slow', Uint8Array.of(3)])
    await hurt.close()
  })

  it('draws two pictures at a time, not more', async () => {
    const { program, said } = await stub(
      "say('+'); setTimeout(() => { say('-'); process.send({ kind: 'drawn', id, bytes }) }, 30)",
    )
    const busy = openDrawers({ program, warn: () => undefined })
    await Promise.all(Array.from({ length: 8 }, (_, byte) => busy.draw(Uint8Array.of(byte), 64)))
    let now = 0
    const most = [...(await said())].map((sign) => (now += sign === '+' ? 1 : -1))
    expect(Math.max(...most)).toBeLessThanOrEqual(2)
    expect(most).toHaveLength(16)
    await busy.close()
  })

  it('warns once where sharp cannot be loaded, and every picture has that reason', async () => {
    const lonely = await mkdtemp(join(tmpdir(), 'mintdesk-no-sharp-'))
    for (const name of ['draw-process.ts', 'draw.ts', 'thumbnail.ts'])
      await copyFile(join(root, 'src/core/metadata/thumbnails', name), join(lonely, name))
    const said: string[] = []
    const without = openDrawers({ program: join(lonely, 'draw-process.ts'), warn: (message) => said.push(message) })
    const png = await plain(red).png().toBuffer()
    expect(await Promise.all([1, 2, 3].map(() => without.draw(png, 64)))).toEqual(['off', 'off', 'off'])
    expect(said).toEqual([
      expect.stringMatching(/^Small pictures cannot be made on this computer: Cannot find package/),
    ])
    await without.close()
    await rm(lonely, { recursive: true, force: true })
  })
})
