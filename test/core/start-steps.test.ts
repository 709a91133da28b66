import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { until } from '../minting/open-engine.ts'
import { withCore, withFolder } from './trial-core.ts'

it('what one step of a start cannot take up holds up no other: a hand-over goes on although a scan does not', () =>
  withFolder(async (folder) => {
    await withCore(folder, async () => undefined)
    const file = join(folder, 'mintdesk.db')
    const database = new SqliteDatabase(file)
    database.exec(`
      insert into scans (network, scope, first, through, span, state) values ('live:polygon', 'wallet:0xa', 0, 0, 1, 'running');
      create trigger damaged before update on scans begin select raise(abort, 'the scans are damaged'); end;
      insert into hand_overs (id, project_id, name, state, headers, collections, findings, fee_ceilings, quotes, created_at)
        select 'h', id, 'people.csv', 'reading', '[]', '[]', '[]', '{}', '{}', 1 from projects;`)
    database.close()
    const told: string[] = []
    const log = pino({ level: 'error' }, { write: (line) => told.push(line) })
    await withCore(
      folder,
      async () => {
        const reader = new SqliteDatabase(file, { readonly: true })
        await until('the hand-over whose file was not read to its end is gone', async () => {
          return reader.prepare('select 1 from hand_overs').get() === undefined
        })
        reader.close()
      },
      { log },
    )
    expect(told.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        msg: 'minting could not be taken up',
        err: expect.objectContaining({ message: expect.stringContaining('the scans are damaged') }),
      }),
    ])
  }))
