import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openContentStore } from '../../../src/core/metadata/content-store.ts'
import { importState } from '../../../src/shared/app-api.ts'
import { type Answer, type Caller, callerOf, windowOf, withCore, withFolder } from '../../core/trial-core.ts'
import { middleOf, plain, red, svgOf } from '../../metadata/thumbnails/pictures.ts'

/** Asks until the picture is made, or there is a reason for none. */
async function settled(ask: () => Promise<Answer>): Promise<Answer> {
  return await vi.waitUntil(
    async () => {
      const answer = await ask()
      return answer.json?.kind === 'waiting' ? undefined : answer
    },
    { timeout: 60_000, interval: 50 },
  )
}

test('the window gets small pictures of what the core keeps and of what was dropped; nobody else does', async () => {
  await withFolder(async (folder) => {
    const content = await openContentStore(join(folder, 'content'))
    const png = await plain(red).png().toBuffer()
    const { cid } = await content.putBytes(png)
    const { cid: page } = await content.putBytes(Buffer.from('<!doctype html><script>alert(1)</script>'))
    await withCore(folder, async (core) => {
      const { call, cookie, media } = await windowOf(core)
      const [pair = ''] = cookie.split(';')
      const look = (query: string, headers: Record<string, string> = { cookie: pair }) =>
        settled(() => callerOf(core.url)('GET', `${media}/thumbnail?${query}`, undefined, headers))

      const shown = await look(`size=320&ipfs=${cid}`)
      expect(shown.status).toBe(200)
      expect(Object.fromEntries(shown.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "sandbox; default-src 'none'",
      })
      const etag = shown.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]{43}"$/)
      expect((await look(`size=320&ipfs=${cid}`, { cookie: pair, 'if-none-match': etag })).status).toBe(304)
      const bytes = await fetch(`${core.url}${media}/thumbnail?size=64&ipfs=${cid}`, { headers: { cookie: pair } })
      expect(await middleOf(new Uint8Array(await bytes.arrayBuffer()))).toEqual({ size: '64×64', colour: red })

      expect((await look(`size=320&ipfs=${cid}`, {})).status).toBe(401)
      expect((await look(`size=4000&ipfs=${cid}`)).status).toBe(400)
      expect(await look(`size=64&ipfs=${page}`)).toMatchObject({ status: 200, json: { kind: 'page' } })

      const made = await call(
        'POST',
        '/app/imports?name=a.csv&collectionId=default-polygon',
        Buffer.from('name\nAda\n'),
      )
      const { id } = importState.parse(made.json)
      const put = (path: string, file: Buffer) =>
        call('PUT', `/app/imports/${id}/media?path=${encodeURIComponent(path)}`, file)
      await put('1.svg', svgOf(''))
      await put('half.png', png.subarray(0, png.length / 2))
      await put('sound.mp3', Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0, 0xff, 0xfb, 0x90, 0x44]))
      const dropped = (path: string) => look(`size=64&import=${id}&path=${encodeURIComponent(path)}`)
      expect((await dropped('1.svg')).headers.get('content-type')).toBe('image/webp')
      for (const [path, kind] of [
        ['half.png', 'broken'],
        ['sound.mp3', 'audio'],
        ['missing.png', 'unavailable'],
        ['../../seed', 'unavailable'],
      ] as const)
        expect(await dropped(path), path).toMatchObject({ status: 200, json: { kind } })
    })
  })
})

test('a stranger’s picture is fetched by the core alone, and never from this computer or its network', async () => {
  const asked: string[] = []
  const png = await plain(red).png().toBuffer()
  const host = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url === '/art.png') response.end(png)
    else response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
  })
  await once(host.listen(0, '127.0.0.1'), 'listening')
  const { port } = host.address() as AddressInfo
  const lookIn = async (call: Caller, media: string, cookie: string, path: string, name = '127.0.0.1') => {
    const query = `size=64&url=${encodeURIComponent(`http://${name}:${port}${path}`)}`
    const [pair = ''] = cookie.split(';')
    return settled(() => call('GET', `${media}/thumbnail?${query}`, undefined, { cookie: pair }))
  }
  try {
    await withFolder((folder) =>
      withCore(folder, async (core) => {
        const { cookie, media } = await windowOf(core)
        for (const name of ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0'])
          expect(await lookIn(callerOf(core.url), media, cookie, '/art.png', name), name).toMatchObject({
            status: 200,
            json: { kind: 'unavailable' },
          })
      }),
    )
    expect(asked).toEqual([])
    await withFolder((folder) =>
      withCore(
        folder,
        async (core) => {
          const { cookie, media } = await windowOf(core)
          const shown = await lookIn(callerOf(core.url), media, cookie, '/art.png')
          expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600'])
          await lookIn(callerOf(core.url), media, cookie, '/art.png')
          const led = await lookIn(callerOf(core.url), media, cookie, '/elsewhere')
          expect(led).toMatchObject({ status: 200, json: { kind: 'unavailable' } })
          expect(asked).toEqual(['/art.png', '/elsewhere'])
        },
        { env: { MINTDESK_ALLOW_HOSTS: `127.0.0.1:${port}` } },
      ),
    )
  } finally {
    host.close()
    host.closeAllConnections()
  }
})
