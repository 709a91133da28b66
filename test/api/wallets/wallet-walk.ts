/** What a wallet holds, page by page behind cursors, as a program reads it. */
import { expect } from 'vitest'
import type { Caller } from '../../core/trial-core.ts'

const nftsOf = (locator: string, version = '2022-06-09') =>
  `/api/${version}/wallets/${encodeURIComponent(locator)}/nfts`

const locatorsIn = (body: unknown) => (body as { locator: string }[]).map(({ locator }) => locator)

/**
 * The locators of the NFTs on each page. All of them are the same by number and as lines; a cursor of this wallet is refused for another one, with
 * another filter, and by another edition of the API.
 */
export async function walkWallet(call: Caller, wallet: string, other: string, perPage: number): Promise<string[][]> {
  const pages: string[][] = []
  const cursors: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`
    const answer = await call('GET', `${nftsOf(wallet)}?perPage=${perPage}${query}`)
    expect([answer.status, answer.text]).toEqual([200, expect.stringMatching(/^\[/)])
    pages.push(locatorsIn(answer.json))
    cursor = answer.headers.get('x-mintdesk-next')
    if (cursor !== null) cursors.push(cursor)
  }
  const byNumber = await call('GET', `${nftsOf(wallet)}?perPage=100`)
  expect([pages.flat(), byNumber.headers.get('x-mintdesk-next')]).toEqual([locatorsIn(byNumber.json), null])
  const [first = ''] = cursors
  for (const [query, from] of [
    ['', 0],
    [`?cursor=${first}`, perPage],
  ] as const) {
    const lines = await call('GET', `${nftsOf(wallet)}${query}`, undefined, { accept: 'application/x-ndjson' })
    const read = lines.text.trimEnd().split('\n')
    expect(locatorsIn(read.map((line) => JSON.parse(line)))).toEqual(pages.flat().slice(from))
  }
  for (const [path, words] of [
    [`${nftsOf(other)}?`, 'cursor is of another wallet: ask for that wallet'],
    [`${nftsOf(wallet)}?tokenId=1&`, 'send contractAddress and tokenId as with the page before'],
    [`${nftsOf(wallet, 'v1-alpha1')}?`, 'cursor is of another edition of the API'],
    [`${nftsOf(wallet)}?page=2&`, 'A cursor stands in place of page'],
  ] as const) {
    const refused = await call('GET', `${path}cursor=${first}`)
    expect([path, refused.status, refused.json.message]).toEqual([path, 400, expect.stringContaining(words)])
  }
  const garbled = await call('GET', `${nftsOf(wallet)}?cursor=${first.slice(0, -4)}`)
  expect([garbled.status, garbled.json.message]).toEqual([400, expect.stringContaining('cursor is of another list')])
  return pages
}
