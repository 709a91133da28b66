/** Pages by number, pages by cursor and lines: the same items in the same order, whatever lies between them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { base, mint, stored } from './minting.ts'
import { badge, type OpenApi, openApi } from './open-api.ts'

let api: OpenApi
/** Ids in the order of entering. */
const ids: string[] = []
const list = `${base}/collections/listed/nfts`
beforeAll(async () => {
  api = await openApi()
  for (const id of ['listed', 'between'])
    await api.call('PUT', `${base}/collections/${id}`, { chain: 'polygon', metadata: { name: id } })
  // Two collections by turns, over several blocks of keys.
  for (let part = 0; part < 6; part++) {
    const nfts = Array.from({ length: 300 }, (_, at) => ({ ...mint, id: `${part} ${at}` }))
    await api.call('POST', list, { nfts })
    await api.call('POST', `${base}/collections/between/nfts`, { nfts })
  }
  // What gives way to another mint leaves a gap.
  await api.context.db.deleteFrom('mints').where('id', 'in', ['0 0', '1 7', '5 299']).execute()
  const rows = await stored(api)
  const { pk } = await api.context.db
    .selectFrom('collections')
    .select('pk')
    .where('id', '=', 'listed')
    .executeTakeFirstOrThrow()
  ids.push(...rows.filter((row) => row.collection_pk === pk).map(({ id }) => id))
})
afterAll(() => api.close())

const idsOf = (body: { id: string }[]) => body.map(({ id }) => id)

/** Follows the cursors of a list to its end. */
async function walk(url: string, read: (body: never) => string[]): Promise<string[][]> {
  const pages: string[][] = []
  for (let cursor: unknown = ''; cursor !== undefined; ) {
    const answer = await api.call('GET', `${url}&${cursor === '' ? '' : `cursor=${cursor}`}`)
    expect(answer.status).toBe(200)
    pages.push(read(answer.body as never))
    cursor = answer.headers['x-mintdesk-next']
  }
  return pages
}

describe('the NFTs of a collection', () => {
  it('are on pages by number, at any depth', async () => {
    expect(ids).toHaveLength(1_797)
    for (const page of [1, 2, 9, 17, 18, 19]) {
      const answer = await api.call('GET', `${list}?page=${page}&perPage=100`)
      expect([page, idsOf(answer.body)]).toEqual([page, ids.slice((page - 1) * 100, page * 100)])
      expect(answer.headers['x-mintdesk-next'] === undefined).toBe(page >= 18)
    }
    // Where a page ends with the list there is no next one.
    const whole = await api.call('GET', `${list}?page=599&perPage=3`)
    expect([whole.body.length, whole.headers['x-mintdesk-next']]).toEqual([3, undefined])
  })

  it('are none where none was minted, on any page', async () => {
    for (const page of [1, 7]) {
      const answer = await api.call('GET', `${base}/collections/default-polygon/nfts?page=${page}`)
      expect([answer.status, answer.body, answer.headers['x-mintdesk-next']]).toEqual([200, [], undefined])
    }
  })

  it('are on pages by cursor, which what is minted meanwhile does not move', async () => {
    const pages = await walk(`${list}?perPage=100`, idsOf)
    expect(pages.flat()).toEqual(ids)
    expect(pages.map(({ length }) => length)).toEqual([...Array(17).fill(100), 97])
  })

  it('are sent as lines, all of them or from a cursor on', async () => {
    const headers = { accept: 'application/x-ndjson' }
    const all = await api.call('GET', list, undefined, headers)
    expect(all.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    const lines = all.text.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(ids)
    expect(JSON.parse(lines[3] ?? '')).toEqual(
      (await api.call('GET', `${list}/${encodeURIComponent(ids[3] ?? '')}`)).body,
    )
    const { headers: told } = await api.call('GET', `${list}?page=17&perPage=100`)
    const rest = await api.call('GET', `${list}?cursor=${told['x-mintdesk-next']}`, undefined, headers)
    expect(rest.text.trimEnd().split('\n')).toHaveLength(97)
    const none = await api.call('GET', `${base}/collections/default/nfts`, undefined, headers)
    expect([none.status, none.text]).toEqual([200, ''])
    expect((await api.call('HEAD', list, undefined, headers)).headers['content-type']).toMatch(/^application\/json/)
    expect((await api.call('GET', `${base}/collections/none/nfts`, undefined, headers)).status).toBe(404)
  })

  it('take no page beside a cursor, and no cursor of another list', async () => {
    const { headers } = await api.call('GET', `${base}/collections?perPage=1`)
    const cursor = headers['x-mintdesk-next']
    for (const query of [`cursor=${cursor}`, 'cursor=x', 'cursor=', 'cursor=!', `page=1&cursor=${cursor}`])
      expect(await api.call('GET', `${list}?${query}`)).toMatchObject({
        status: 400,
        body: { details: [{ path: 'cursor' }] },
      })
  })
})

it('collections are all listed where no page is asked for, else page by page', async () => {
  const resultsOf = ({ results }: { results: { id: string }[] }) => idsOf(results)
  const all = await api.call('GET', `${base}/collections`)
  expect(all.headers['x-mintdesk-next']).toBeUndefined()
  expect(resultsOf(all.body)).toHaveLength(5)
  expect(resultsOf((await api.call('GET', `${base}/collections?page=2&perPage=2`)).body)).toEqual(
    resultsOf(all.body).slice(2, 4),
  )
  expect(resultsOf((await api.call('GET', `${base}/collections?page=9`)).body)).toEqual([])
  const pages = await walk(`${base}/collections?perPage=2`, resultsOf)
  expect([pages.length, pages.flat()]).toEqual([3, resultsOf(all.body)])
})

it('templates are listed page by page', async () => {
  const copies = `${base}/collections/copies`
  await api.call('PUT', copies, { chain: 'polygon', metadata: { name: 'Copies' }, fungibility: 'semi-fungible' })
  for (const id of ['a', 'b', 'c']) await api.call('PUT', `${copies}/templates/${id}`, { metadata: badge })
  const idsIn = (body: { templateId: string }[]) => body.map(({ templateId }) => templateId)
  expect(await walk(`${copies}/templates?perPage=2`, idsIn)).toEqual([['a', 'b'], ['c']])
  expect(idsIn((await api.call('GET', `${copies}/templates?page=2&perPage=2`)).body)).toEqual(['c'])
})
