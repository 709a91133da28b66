import { createHash } from 'node:crypto'
import type { ReadyMint, SheetIdentity } from '../../../src/core/imports/ready-mints.ts'
import type { OpenReady } from '../../../src/core/imports/sheet-reads.ts'
import type { RunDeps } from '../../../src/core/minting/runs/create-run.ts'
import type { EnteringDeps } from '../../../src/core/minting/runs/entering.ts'
import type { Import } from '../../../src/shared/app-api.ts'

/** The imports of a test: their rows are in memory, and were checked before anything was minted. */
export interface RowsInMemory {
  give(source: Import, mints: readonly ReadyMint[]): void
  imports: RunDeps['imports'] & EnteringDeps['imports']
  /** What reading an import's rows does instead, where a test says so. */
  fault: ((importId: string) => void) | undefined
}

export function rowsInMemory(): RowsInMemory {
  const sheets = new Map<string, { source: Import; mints: readonly ReadyMint[] }>()
  const sheetOf = (id: string) => {
    const sheet = sheets.get(id)
    if (!sheet) throw new Error(`no import ${id}`)
    return sheet
  }
  const rows: RowsInMemory = {
    fault: undefined,
    give(source, mints) {
      sheets.set(source.id, { source, mints })
    },
    imports: {
      get: async (id) => sheetOf(id).source,
      confirmNames: async () => undefined,
      async *readyIdentities(id) {
        yield* sheetOf(id).mints
      },
      whileUnchanged: (id, use) => use(identityOf(sheetOf(id).mints), 0),
      openReady(id): OpenReady {
        rows.fault?.(id)
        const { mints } = sheetOf(id)
        return {
          identity: () => identityOf(mints),
          piece({ place }, atMost) {
            rows.fault?.(id)
            const end = Math.min(mints.length, place + atMost)
            return { mints: mints.slice(place, end), at: { pos: end, copy: 1, place: end }, last: end === mints.length }
          },
          close() {},
        }
      },
    },
  }
  return rows
}

function identityOf(mints: readonly ReadyMint[]): SheetIdentity {
  const hash = createHash('sha256')
  for (const { contentHash, id } of mints) hash.update(contentHash).update(id ?? '')
  return {
    digest: hash.digest('hex'),
    nfts: mints.length,
    units: mints.reduce((sum, { quantity }) => sum + quantity, 0),
    named: mints.filter(({ id }) => id !== undefined).length,
  }
}
