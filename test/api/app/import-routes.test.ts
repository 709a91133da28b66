import { expect, test, vi } from 'vitest'
import { importRow, importState } from '../../../src/shared/app-api.ts'
import { type Caller, windowOf, withCore, withFolder } from '../../core/trial-core.ts'

async function checked(call: Caller, content: string): Promise<string> {
  const made = await call('POST', '/app/imports?name=a.csv&collectionId=default-polygon', Buffer.from(content))
  const { id } = importState.parse(made.json)
  await vi.waitFor(async () => expect((await call('GET', `/app/imports/${id}`)).json?.state).not.toBe('checking'), {
    timeout: 60_000,
    interval: 20,
  })
  return id
}

test('a cell is corrected by the place of its column, which tells columns of one name apart, or by its header', async () => {
  await withFolder((folder) =>
    withCore(folder, async (core) => {
      const { call } = await windowOf(core)
      const id = await checked(call, 'recipient,name,name,image\na@example.com,One,Uno,https://example.com/1.png\n')
      const fields = ['recipient', 'ignore', 'name', 'image'] as const
      const columns = ['recipient', 'name', 'name', 'image'].map((header, at) => ({ header, field: fields[at] }))
      expect((await call('PATCH', `/app/imports/${id}`, { columns })).json).toMatchObject({ counts: { ready: 1 } })

      const write = (column: unknown, value: string) => call('PATCH', `/app/imports/${id}/rows/2`, { column, value })
      const cells = async (column: unknown, value: string) =>
        importRow.parse((await write(column, value)).json).cells.slice(0, 3)
      expect(await cells(2, 'Dos')).toEqual(['a@example.com', 'One', 'Dos'])
      expect(await cells(1, 'Two')).toEqual(['a@example.com', 'Two', 'Dos'])
      expect(await cells('name', 'Tres'), 'the header means the column that is minted').toEqual([
        ...['a@example.com', 'Two', 'Tres'],
      ])

      expect(await write(4, 'x')).toMatchObject({
        status: 422,
        json: {
          code: 'import.cell',
          message: 'There is no cell in row 2, column 4, of this import: its 4 columns are counted from 0.',
        },
      })
      expect(await write('colour', 'x')).toMatchObject({ status: 422, json: { code: 'import.cell' } })
      const refused = async (column: unknown) => {
        const { status, json } = await write(column, 'x')
        return [status, json.message]
      }
      expect(await refused(-1)).toEqual([400, 'column must be at least 0.'])
      const sentence = 'column is the header of a column, or its place: a whole number from 0.'
      for (const column of [1.5, null, undefined]) expect(await refused(column)).toEqual([400, sentence])
    }),
  )
})
