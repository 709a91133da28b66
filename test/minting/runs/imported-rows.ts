import { hash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openReady } from '../../../src/core/imports/ready/open-ready.ts'
import {
  identifyNfts,
  type ReadyMint,
  readyIdentitiesOf,
  type SheetIdentity,
} from '../../../src/core/imports/ready/ready-mints.ts'
import type { RunDeps } from '../../../src/core/minting/runs/create-run.ts'
import type { EnteringDeps } from '../../../src/core/minting/runs/entering.ts'
import type { NewRow } from '../../../src/core/store/import-sheet/rows.ts'
import { openSheet } from '../../../src/core/store/import-sheet/sheet.ts'
import { type ComparedUpTo, comparedNothing } from '../../../src/core/store/journal/contents/compared.ts'
import type { Import } from '../../../src/shared/app-api.ts'

/** The imports of a test: their rows lie in sheets as those of files do, and were checked before anything was minted. */
export interface ImportedRows {
  /** @param comparedUpTo up to where its check compared it with the collection; before everything where absent */
  give(source: Import, mints: readonly ReadyMint[], comparedUpTo?: ComparedUpTo): Promise<void>
  imports: RunDeps['imports'] & EnteringDeps['imports']
  /** The database that holds an import's rows. */
  fileOf(id: string): string
  /** What reading an import's rows does instead, where a test says so. */
  fault: ((importId: string) => void) | undefined
}

interface Given {
  source: Import
  file: string
  identity: SheetIdentity
  comparedUpTo: ComparedUpTo
}

/** @param folder where the sheets lie, which goes with the test */
export function importedRows(folder: string): ImportedRows {
  const given = new Map<string, Given>()
  const givenOf = (id: string): Given => {
    const one = given.get(id)
    if (!one) throw new Error(`no import ${id}`)
    return one
  }
  const rows: ImportedRows = {
    fault: undefined,
    fileOf: (id) => givenOf(id).file,
    async give(source, mints, comparedUpTo = comparedNothing) {
      const file = join(folder, `${randomUUID()}.db`)
      const identity = await writeSheet(file, mints)
      given.set(source.id, { source, file, identity, comparedUpTo })
    },
    imports: {
      get: async (id) => givenOf(id).source,
      confirmNames: async () => undefined,
      async *readyIdentities(id) {
        const sheet = openSheet(givenOf(id).file, { readonly: true })
        yield* readyIdentitiesOf(sheet)
        sheet.close()
      },
      whileUnchanged: (id, use) => use(givenOf(id).identity, givenOf(id).comparedUpTo),
      openReady(id) {
        rows.fault?.(id)
        const opened = openReady(givenOf(id).file)
        return {
          ...opened,
          get file() {
            rows.fault?.(id)
            return opened.file
          },
        }
      },
    },
  }
  return rows
}

async function writeSheet(file: string, mints: readonly ReadyMint[]): Promise<SheetIdentity> {
  const sheet = openSheet(file, { create: true })
  const writer = sheet.writer()
  const fungibility = mints.some(({ quantity }) => quantity > 1) ? 'semi-fungible' : 'non-fungible'
  writer.setMeta('facts', { rules: { fungibility } })
  writer.insertRows(mints.map(rowOf))
  await identifyNfts(sheet, writer)
  const identity = sheet.meta('identity') as SheetIdentity
  sheet.close()
  return identity
}

function rowOf({ row, recipient, id, contentHash, quantity, ...mint }: ReadyMint, place: number): NewRow {
  const { metadata = null, metadataUri = null, compressed = null } = mint
  const metadataHash = metadata === null ? null : hash('sha256', metadata)
  return {
    ...{ pos: place + 1, row, cells: [], status: 'ready', quantity, id: id ?? null, email: null, folded: null },
    ...{ notes: [], hidden: false, findings: [] },
    mint: { recipient, metadata, metadataHash, metadataUri, compressed, content: contentHash },
  }
}
