import { join } from 'node:path'
import { expect, it } from 'vitest'
import { haltForWriter, takeOverWriters } from '../../src/core/store/collections/writers.ts'
import { firstProject } from '../../src/core/store/installation/projects.ts'
import { withFolder } from '../core/trial-core.ts'
import { openFreshStore } from './fresh-store.ts'

it('a collection is halted for a writer only while nobody took over from it', () =>
  withFolder(async (folder) => {
    const { db, close } = await openFreshStore(join(folder, 'mintdesk.db'))
    await firstProject(db, 1)
    const rows = db.selectFrom('collections').select(['pk', 'halted', 'other_writer']).orderBy('pk')
    const [{ pk }, other] = await rows.execute().then(([one, two]) => {
      if (!one || !two) throw new Error('no collections')
      return [one, two] as const
    })
    const of = (which: number) => rows.where('pk', '=', which).executeTakeFirst()

    await takeOverWriters(db, other.pk, [7], 1)
    await haltForWriter(db, pk, 7, 'Another copy.')
    expect(await of(pk)).toEqual({ pk, halted: 'Another copy.', other_writer: 7 })

    await takeOverWriters(db, pk, [7], 1)
    expect(await of(pk)).toEqual({ pk, halted: null, other_writer: null })
    // A round that had looked before the person took over.
    await haltForWriter(db, pk, 7, 'Another copy.')
    expect(await of(pk)).toEqual({ pk, halted: null, other_writer: null })
    await haltForWriter(db, pk, 8, 'A third copy.')
    expect(await of(pk)).toEqual({ pk, halted: 'A third copy.', other_writer: 8 })
    await close()
  }))
