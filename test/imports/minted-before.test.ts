/** What the collection has already: by content, by id, and as a results file says it. */

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentHash, nthContentHash } from '../../src/core/imports/content-hash.ts'
import type { MintOutcome } from '../../src/core/imports/output.ts'
import { address, all, image, type Opened, openImports, readyMints, sheet } from './fixture.ts'

let opened: Opened
beforeEach(async () => {
  opened = await openImports()
})
afterEach(() => opened.close())

const [ada, bob, cyd] = [address(1), address(2), address(3)]
type Ended = 'open' | 'succeeded' | 'failed' | 'cancelled'

/** Puts a mint into the collection's journal. */
async function minted(
  recipient: string,
  name: string,
  state: Ended,
  { id, nth = 1 }: { id?: string; nth?: number } = {},
) {
  const content = { recipient: `polygon:${recipient}`, metadata: { name, image } }
  const own = id ?? `${name}-${nth}`
  await opened.db
    .insertInto('mints')
    .values({
      ...{ collection_pk: 1, id: own, action_id: own, recipient: content.recipient, reupload: 1, created_at: 1, state },
      content_hash: nthContentHash(contentHash(content), nth),
      token_id: state === 'succeeded' ? nth : null,
    })
    .execute()
}

function outcome(row: number, nftId: string, status: MintOutcome['status']): MintOutcome {
  const none = { contractAddress: null, txId: null, explorerUrl: null, ownerAddress: null }
  const error = status === 'failed' ? 'It failed.' : null
  return { row, nftId, status, ...none, tokenId: null, correctedTo: null, firstError: null, error }
}

async function resultsOf(
  id: string,
  outcomes: readonly MintOutcome[],
  notAdded = null as Parameters<Opened['imports']['results']>[2],
): Promise<string> {
  async function* told() {
    yield* outcomes
  }
  return (await all(opened.imports.results(id, told(), notAdded)))
    .flat()
    .map((line) => line.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\n')
}

describe('a results file that is given again', () => {
  it('mints the copies of a row that were not minted, and none that were', async () => {
    const { id } = await opened.check(sheet(`${ada},One,${image},5,`, `${bob},Two,${image},,`))
    const states = ['succeeded', 'failed', 'succeeded', 'cancelled', 'cancelled'] as const
    for (const [at, state] of states.entries()) await minted(ada, 'One', state, { nth: at + 1 })
    const outcomes = states.map((state, at) => outcome(2, `made-${at}`, state))
    const again = await opened.check(await resultsOf(id, [...outcomes, outcome(3, 'two', 'failed')]))
    expect(again.counts).toMatchObject({ rows: 6, ready: 4, skipped: 2, nfts: 4 })
    const base = contentHash({ recipient: `polygon:${ada}`, metadata: { name: 'One', image } })
    const hashes = (await readyMints(opened, again.id)).map(({ contentHash }) => contentHash.toString('hex'))
    expect(hashes.slice(0, 3)).toEqual([2, 4, 5].map((nth) => nthContentHash(base, nth).toString('hex')))
  })

  it('mints the rows that were not minted of several that are equal', async () => {
    const one = `${ada},One,${image},,`
    const { id } = await opened.check(sheet(one, one, one))
    await minted(ada, 'One', 'succeeded')
    await minted(ada, 'One', 'cancelled', { nth: 2 })
    await minted(ada, 'One', 'cancelled', { nth: 3 })
    const ended = [outcome(2, 'x', 'succeeded'), outcome(3, 'y', 'cancelled'), outcome(4, 'z', 'cancelled')]
    expect((await opened.check(await resultsOf(id, ended))).counts).toMatchObject({ ready: 2, skipped: 1, nfts: 2 })
  })

  it('mints what is missing of a row of which some were minted before its run, and some were not added', async () => {
    for (const nth of [1, 2]) await minted(ada, 'One', 'succeeded', { nth })
    const { id, counts } = await opened.check(sheet(`${ada},One,${image},6,a`, `${bob},Two,${image},2,b`))
    expect(counts).toMatchObject({ nfts: 6 })
    await minted(ada, 'One', 'succeeded', { id: 'a#3', nth: 3 })
    await minted(ada, 'One', 'cancelled', { id: 'a#4', nth: 4 })
    const results = await resultsOf(id, [outcome(2, 'a#3', 'succeeded'), outcome(2, 'a#4', 'cancelled')], {
      status: 'cancelled',
      error: 'Cancelled.',
    })
    const lines = results.split('\n').map((line) => line.split(',').slice(3, 6))
    expect(lines).toEqual([
      ['quantity', 'id', 'status'],
      ...[
        ['1', 'a', 'skipped'],
        ['1', 'a#2', 'skipped'],
      ],
      ...[
        ['1', 'a#3', 'succeeded'],
        ['1', 'a#4', 'cancelled'],
        ['1', 'a#5', 'cancelled'],
        ['1', 'a#6', 'cancelled'],
      ],
      ...[
        ['1', 'b', 'cancelled'],
        ['1', 'b#2', 'cancelled'],
      ],
    ])
    const again = await opened.check(results)
    expect(again.counts).toMatchObject({ ready: 5, nfts: 5, errors: 0 })
    expect((await readyMints(opened, again.id)).map((mint) => mint.id)).toEqual(['a#4', 'a#5', 'a#6', 'b', 'b#2'])
  })

  it('says the balance of a row of a semi-fungible collection, and mints that again', async () => {
    await opened.db.updateTable('collections').set({ fungibility: 'semi-fungible' }).where('pk', '=', 1).execute()
    const { id } = await opened.check(sheet(`${ada},One,${image},5,`))
    const again = await opened.check(await resultsOf(id, [outcome(2, 'made', 'failed')]))
    expect((await readyMints(opened, again.id)).map(({ quantity }) => quantity)).toEqual([5])
  })
})

describe('the results of a run whose file was checked for another kind of collection since', () => {
  const kindIs = (fungibility: 'semi-fungible' | 'non-fungible') =>
    opened.db.updateTable('collections').set({ fungibility }).where('pk', '=', 1).execute()
  const linesOf = async (id: string, outcomes: MintOutcome[], fungibility: 'semi-fungible' | 'non-fungible') => {
    async function* told() {
      yield* outcomes
    }
    const [, ...lines] = (await all(opened.imports.results(id, told(), null, { fungibility }))).flat()
    return lines.map((cells) => [cells[3], cells[5]])
  }

  it('say a line for each NFT with quantity 1, or one balance, as the run minted them', async () => {
    const { id } = await opened.check(sheet(`${ada},One,${image},3,`))
    await kindIs('semi-fungible')
    await opened.imports.recheck(id, {})
    const three = [outcome(2, 'a', 'succeeded'), outcome(2, 'b', 'failed'), outcome(2, 'c', 'succeeded')]
    expect(await linesOf(id, three, 'non-fungible')).toEqual([
      ['1', 'succeeded'],
      ['1', 'failed'],
      ['1', 'succeeded'],
    ])
    await kindIs('non-fungible')
    await opened.imports.recheck(id, {})
    expect(await linesOf(id, [outcome(2, 'a', 'succeeded')], 'semi-fungible')).toEqual([['3', 'succeeded']])
  })
})

describe('a row whose NFT failed, and was corrected to be for somebody else', () => {
  /** What the journal keeps of a mint that is corrected. */
  async function corrected(name: string, to: string) {
    const { db } = opened
    await sql`insert into corrections (mint_pk, collection_pk, action_id, recipient, content_hash, started_at, last_batch, corrected_at)
      select pk, collection_pk, 'failed-' || id, recipient, content_hash, 1, 0, 2 from mints where id = ${name}`.execute(
      db,
    )
    const content = contentHash({ recipient: `polygon:${to}`, metadata: { name: 'One', image } })
    await db
      .updateTable('mints')
      .set({ content_hash: content, recipient: `polygon:${to}` })
      .where('id', '=', name)
      .execute()
  }

  it('is skipped when its file is given again, and says so; of a correction that failed, or of another id, nothing is', async () => {
    await minted(ada, 'One', 'succeeded')
    await corrected('One-1', bob)
    const { id, counts } = await opened.check(sheet(`${ada},One,${image},,`, `${cyd},Two,${image},,`))
    expect(counts).toMatchObject({ ready: 1, skipped: 1, nfts: 1 })
    expect(await all(opened.imports.findings(id))).toMatchObject([
      {
        ...{ row: 2, code: 'file.repeat', level: 'warning' },
        message: `This row was minted into this collection before, as it was corrected in its run, and skipped: choose “Mint rows again that were minted into this collection before” (--again on the command line) if it is meant.`,
      },
    ])
    expect((await opened.imports.recheck(id, { again: true })).counts).toMatchObject({ ready: 2, nfts: 2 })
    expect((await opened.check(sheet(`${ada},One,${image},,my-own`))).counts).toMatchObject({ ready: 1 })
    await opened.db.updateTable('mints').set({ state: 'failed', token_id: null }).where('id', '=', 'One-1').execute()
    expect((await opened.check(sheet(`${ada},One,${image},,`))).counts).toMatchObject({ ready: 1 })
  })

  it('stands for itself among equal rows in the results file, too: the others are minted', async () => {
    const one = `${ada},One,${image},,`
    const { id } = await opened.check(sheet(one, one))
    await minted(ada, 'One', 'succeeded')
    await minted(ada, 'One', 'failed', { nth: 2 })
    await corrected('One-1', bob)
    const first = { ...outcome(2, 'x', 'succeeded'), correctedTo: `polygon:${bob}`, firstError: 'It failed.' }
    const again = await opened.check(await resultsOf(id, [first, outcome(3, 'y', 'failed')]))
    expect(again.counts).toMatchObject({ ready: 1, skipped: 1, nfts: 1 })
  })

  it('does so too where user ids look like e-mail addresses', async () => {
    const file = `userId,name,image\n${`ada@example.com,One,${image}\n`.repeat(2)}`
    const { id } = await opened.check(file)
    const content = { recipient: 'userId:ada@example.com:polygon', metadata: { name: 'One', image } }
    await minted(ada, 'One', 'succeeded')
    await opened.db
      .updateTable('mints')
      .set({ content_hash: contentHash(content) })
      .where('id', '=', 'One-1')
      .execute()
    await corrected('One-1', bob)
    const first = { ...outcome(2, 'x', 'succeeded'), correctedTo: 'userId:bob:polygon', firstError: 'It failed.' }
    const again = await opened.check(await resultsOf(id, [first, outcome(3, 'y', 'failed')]))
    expect(again.counts).toMatchObject({ ready: 1, skipped: 1, nfts: 1 })
  })
})

describe('an id that the collection has', () => {
  it('is an error where it is another NFT’s, and counts in no price', async () => {
    await minted(cyd, 'January', 'succeeded', { id: '40' })
    await minted(cyd, 'Other', 'open', { id: 'b#2' })
    const { id, counts } = await opened.check(
      sheet(`${ada},One,${image},,40`, `${bob},Two,${image},,41`, `${bob},Three,${image},2,b`),
    )
    expect(counts).toMatchObject({ ready: 1, errors: 2, nfts: 1 })
    expect(await all(opened.imports.findings(id))).toMatchObject([
      { row: 2, column: 'id', code: 'id.duplicate', level: 'error', message: expect.stringContaining('"40"') },
      { row: 4, column: 'id', code: 'id.duplicate', level: 'error', message: expect.stringContaining('"b#2"') },
    ])
    expect((await opened.imports.correctCell(id, 2, 'id', '42')).status).toBe('ready')
    expect((await opened.imports.correctCell(id, 3, 'id', '40')).status).toBe('error')
  })

  it('is skipped where it is the same NFT, also where rows are to be minted again, and says why', async () => {
    await minted(ada, 'One', 'succeeded', { id: 'a' })
    await minted(bob, 'Two', 'succeeded')
    const { id } = await opened.check(sheet(`${ada},One,${image},,a`, `${bob},Two,${image},,`))
    // Another id alone does not help: the same content was minted, whatever its id.
    expect((await all(opened.imports.findings(id)))[0]?.message).toMatch(
      /: to mint it once more, give the row another id, or none, and choose “Mint rows again .*” \(--again on the command line\)\.$/,
    )
    expect((await opened.imports.correctCell(id, 2, 'id', 'b')).status).toBe('skipped')
    await opened.imports.correctCell(id, 2, 'id', 'a')
    const { counts } = await opened.imports.recheck(id, { again: true })
    expect(counts).toMatchObject({ ready: 1, skipped: 1, nfts: 1 })
    expect(await all(opened.imports.findings(id))).toMatchObject([
      { row: 2, code: 'id.duplicate', level: 'warning', message: expect.stringMatching(/another id, or none\.$/) },
      { row: 3, code: 'file.repeat', level: 'warning', message: expect.stringContaining('as you chose') },
    ])
  })

  it('is taken up again where it failed or was cancelled', async () => {
    await minted(ada, 'One', 'failed', { id: 'a' })
    await minted(cyd, 'Else', 'cancelled', { id: 'b' })
    const { counts } = await opened.check(sheet(`${ada},One,${image},,a`, `${bob},Two,${image},,b`))
    expect(counts).toMatchObject({ ready: 2, errors: 0, nfts: 2 })
  })
})
