import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { storedPicture } from '../../../src/shared/app-api/media.ts'
import { importRows, importState, linkTrial } from '../../../src/shared/app-api.ts'
import { callerOf, windowOf, withCore, withFolder } from '../../core/trial-core.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'

test('a picture that was dropped with a spreadsheet is shown to the window, by the name its rows give it', async () => {
  await withFolder((folder) =>
    withCore(folder, async (core) => {
      const { call, cookie, media } = await windowOf(core)
      const made = await call(
        'POST',
        '/app/imports?name=a.csv&collectionId=default-polygon',
        Buffer.from('recipient,name,image\nada@example.com,Ada,images/1.svg\n'),
      )
      const { id } = importState.parse(made.json)
      const put = (path: string, text: string) =>
        call('PUT', `/app/imports/${id}/media?path=${encodeURIComponent(path)}`, Buffer.from(text))
      expect((await put('images/1.svg', svg)).status).toBe(204)
      expect((await put('notes.txt', 'only words')).status).toBe(204)

      const [pair = ''] = cookie.split(';')
      const look = (path: string, of = id, headers: Record<string, string> = { cookie: pair }) =>
        callerOf(core.url)('GET', `${media}?import=${of}&path=${encodeURIComponent(path)}`, undefined, headers)
      const shown = await look('images/1.svg')
      expect(shown.status).toBe(200)
      expect(shown.headers.get('content-type')).toBe('image/svg+xml')
      // A picture that a stranger drew runs nothing, not even opened by itself.
      expect(shown.headers.get('content-security-policy')).toContain('sandbox')
      expect(shown.text).toBe(svg)

      expect((await look('images/1.svg', id, {})).status).toBe(401)
      for (const path of ['../file', '/etc/passwd', 'images', 'images/2.svg', 'notes.txt'])
        expect((await look(path)).status, path).toBe(422)
      expect((await look('images/1.svg', 'imp_unknown')).status).toBe(404)
      expect((await callerOf(core.url)('GET', `${media}?import=${id}`, undefined, { cookie: pair })).status).toBe(400)

      // A picture for a collection is kept by its content; what is no picture is not.
      const kept = await call('POST', '/app/pictures', Buffer.from(svg))
      const { uri } = storedPicture.parse(kept.json)
      const found = await callerOf(core.url)('GET', `/ipfs/${uri.slice('ipfs://'.length)}`)
      expect(found.text).toBe(svg)
      expect((await call('POST', '/app/pictures', Buffer.from('only words'))).status).toBe(422)
      const unknown = { 'content-type': 'application/octet-stream' }
      expect((await callerOf(core.url)('POST', '/app/pictures', Buffer.from(svg), unknown)).status).toBe(401)
    }),
  )
})

test('a stranger’s picture behind a CID comes through a gateway, and nothing but pictures, video and sound does', async () => {
  const gateway = createServer(({ url }, response) => {
    if (url === '/ipfs/bafkreipicture/1.svg') response.end(svg)
    else if (url === '/ipfs/bafkreipage') response.end('<!doctype html><script>alert(1)</script>')
    else response.writeHead(404).end()
  })
  await once(gateway.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(gateway.address() as AddressInfo).port}`
  try {
    await withFolder((folder) =>
      withCore(
        folder,
        async (core) => {
          const { call, cookie, media } = await windowOf(core)
          expect((await call('PUT', '/app/gateways', { gateways: [`http://${host}`] })).status).toBe(200)
          const [pair = ''] = cookie.split(';')
          const look = (path: string) =>
            callerOf(core.url)('GET', `${media}?ipfs=${encodeURIComponent(path)}`, undefined, { cookie: pair })
          const shown = await look('bafkreipicture/1.svg')
          expect([shown.status, shown.headers.get('content-type'), shown.text]).toEqual([200, 'image/svg+xml', svg])
          expect(shown.headers.get('content-security-policy')).toContain('sandbox')
          expect(await look('bafkreipage')).toMatchObject({ status: 422, json: { code: 'media.type' } })
          expect(await look('../../app/state')).toMatchObject({ status: 422, json: { code: 'media.unavailable' } })
        },
        { env: { MINTDESK_ALLOW_HOSTS: host } },
      ),
    )
  } finally {
    gateway.close()
    gateway.closeAllConnections()
  }
})

test('linked pictures of a file are tried while it is looked at; what cannot be had is a warning of its row', async () => {
  const host = createServer(({ url }, response) => {
    if (url === '/1.svg') response.end(svg)
    else response.writeHead(404).end()
  })
  await once(host.listen(0, '127.0.0.1'), 'listening')
  const name = `127.0.0.1:${(host.address() as AddressInfo).port}`
  try {
    await withFolder((folder) =>
      withCore(
        folder,
        async (core) => {
          const { call } = await windowOf(core)
          const images = [`http://${name}/1.svg`, `http://${name}/2.svg`, 'http://127.0.0.1:9/3.svg']
          const rows = images.map((image, n) => `user${n}@example.com,Badge ${n},${image}`)
          const sheet = Buffer.from(['recipient,name,image', ...rows, ''].join('\n'))
          const made = await call('POST', '/app/imports?name=a.csv&collectionId=default-polygon', sheet)
          const { id } = importState.parse(made.json)
          await vi.waitFor(
            async () => {
              const { json } = await call('POST', `/app/imports/${id}/links`, {})
              expect(linkTrial.parse(json)).toEqual({ state: 'done', total: 3, tried: 3, failed: 2 })
            },
            { timeout: 60_000, interval: 200 },
          )
          const after = importState.parse((await call('GET', `/app/imports/${id}`)).json)
          expect(after.counts).toMatchObject({ ready: 3, warnings: 2, errors: 0 })
          const { json } = await call('GET', `/app/imports/${id}/rows?code=metadata.link&column=image`)
          const said = importRows.parse(json).rows.flatMap(({ findings }) => findings.map(({ message }) => message))
          expect(said[0]).toMatch(/2\.svg cannot be fetched: its server answers 404\. Correct the address/)
          expect(said[1]).toMatch(/is an address of this machine or its network/)
          expect((await callerOf(core.url)('POST', `/app/imports/${id}/links`, {})).status).toBe(401)
          expect((await call('POST', '/app/imports/imp_unknown/links', {})).status).toBe(404)
        },
        { env: { MINTDESK_ALLOW_HOSTS: name } },
      ),
    )
  } finally {
    host.close()
    host.closeAllConnections()
  }
})
