/** Rows relate by what they mint and by their ids: one that is corrected changes what is said of others, near and far. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentHash } from '../../src/core/imports/content-hash.ts'
import { address, all, brief, image, type Opened, openImports, readyMints, sheet } from './fixture.ts'

let opened: Opened

beforeAll(async () => {
  opened = await openImports()
})
afterAll(() => opened.close())

const [ada, bob] = [address(1), address(2)]

it('a row whose id another has stays wrong where a third that it is equal to is corrected', async () => {
  const { id, counts } = await opened.check(
    sheet(`${ada},One,${image},,a`, `${bob},Ticket,${image},,a`, `${bob},Ticket,${image},,c`),
  )
  expect(counts).toMatchObject({ ready: 2, errors: 1 })
  await opened.imports.correctCell(id, 4, 'name', 'Other')
  expect(brief(await all(opened.imports.findings(id)))).toEqual([[3, 'id', 'id.duplicate', 'error']])
  expect((await opened.imports.get(id)).counts).toMatchObject({ ready: 2, errors: 1 })
  expect((await readyMints(opened, id)).map(({ row }) => row)).toEqual([2, 4])
})

it('so do rows that relate to it only by others that relate to others', async () => {
  // 2 and 3 have one id, 3 and 4 one content, 4 and 5 one id, 5 and 6 one content.
  const rows = ['C,a', 'B,a', 'B,b', 'A,b', 'A,c'].map((own) => own.split(','))
  const { id } = await opened.check(sheet(...rows.map(([name, own]) => `${ada},${name},${image},,${own}`)))
  const wrong = [
    [3, 'id', 'id.duplicate', 'error'],
    [5, 'id', 'id.duplicate', 'error'],
  ]
  expect(brief(await all(opened.imports.findings(id)))).toEqual(wrong)
  await opened.imports.correctCell(id, 6, 'name', 'Z')
  expect(brief(await all(opened.imports.findings(id)))).toEqual(wrong)
})

/** How the rows stand, and what is said of them. */
async function standing(id: string) {
  const { rows } = await opened.imports.listRows(id, { limit: 100 })
  const { counts, codes } = await opened.imports.get(id)
  const said = rows.map(({ row, status, findings }) => [row, status, findings.map((one) => JSON.stringify(one)).sort()])
  return { counts, codes, said, mints: await readyMints(opened, id) }
}

const cells = {
  recipient: fc.constantFrom(ada, bob, 'straße@example.com', 'strasse@example.com', 'nobody'),
  name: fc.constantFrom('One', 'Two', ''),
  quantity: fc.constantFrom('', '2', '3'),
  id: fc.constantFrom('a', 'b', 'c', ''),
}
const edit = fc.oneof(
  ...(['recipient', 'name', 'quantity', 'id'] as const).map((column) =>
    fc.record({ row: fc.nat(), column: fc.constant(column), value: cells[column] }),
  ),
)
const file = fc.record({
  rows: fc.array(fc.record(cells), { minLength: 2, maxLength: 8 }),
  edits: fc.array(fc.oneof({ weight: 5, arbitrary: edit }, { weight: 1, arbitrary: fc.constant('undo' as const) }), {
    minLength: 1,
    maxLength: 6,
  }),
  duplicates: fc.constantFrom('all' as const, 'first' as const),
  supply: fc.constantFrom(null, 4),
})

it('rows and what is said of them are after corrections what they are after a check of all', async () => {
  const { db, imports } = opened
  const minted = { recipient: `polygon:${ada}`, metadata: { name: 'One', image } }
  const before = {
    collection_pk: 1,
    id: 'before',
    action_id: 'before',
    reupload: 1,
    token_id: 1,
    created_at: 1,
  } as const
  await db
    .insertInto('mints')
    .values({ ...before, recipient: minted.recipient, content_hash: contentHash(minted), state: 'succeeded' })
    .execute()
  await fc.assert(
    fc.asyncProperty(file, async ({ rows, edits, duplicates, supply }) => {
      await db.updateTable('collections').set({ supply_limit: supply }).where('id', '=', 'default-polygon').execute()
      const lines = rows.map(({ recipient, name, quantity, id }) => `${recipient},${name},${image},${quantity},${id}`)
      const { id } = await opened.check(sheet(...lines), { options: { duplicates } })
      for (const one of edits) {
        if (one !== 'undo') await imports.correctCell(id, 2 + (one.row % rows.length), one.column, one.value)
        else if ((await imports.get(id)).lastCorrection !== null) await imports.undo(id)
      }
      const after = await standing(id)
      await imports.recheck(id, {})
      expect(after).toEqual(await standing(id))
      await imports.remove(id)
    }),
    { numRuns: 100 },
  )
})
