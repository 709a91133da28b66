import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, it } from 'vitest'
import { windowOf, withCore, withFolder } from '../../core/trial-core.ts'

it('a collection that is not on chain says what brings it there, or that nothing does', () =>
  withFolder((home) =>
    withCore(home, async (core) => {
      const { call } = await windowOf(core)
      const db = new SqliteDatabase(join(home, 'mintdesk.db'))
      for (const [state, said] of [
        ['new', /: mint into it, or change one of its settings, first\.$/],
        ['wanted', /^It is being put on chain/],
        ['failed', /could not be deployed, .*: make another collection\.$/],
      ] as const) {
        db.prepare("update collections set state = ? where id = 'default-polygon'").run(state)
        const { json } = await call('GET', '/app/collections/default-polygon/ownership')
        expect(json.impossible).toMatch(said)
      }
      db.close()
    }),
  ))
