import type { Cure, CurePreview, Finding, ImportRow } from '../../shared/app-api.ts'
import { CoreError } from '../lib/errors.ts'
import { openSheet, type Sheet } from '../store/import-sheet/sheet.ts'
import { type ComparedUpTo, comparedNothing } from '../store/journal/contents/compared.ts'
import type { ChangesDeps } from './changes.ts'
import type { ConfirmedNames } from './confirmed-names.ts'
import { curedRows } from './corrections.ts'
import { type LinkCell, linkCellsOf } from './links/link-cells.ts'
import { type AskNames, confirmNames, knownNamesOf } from './name-lookup.ts'
import { errorRecords, type MintOutcome, type NotAdded, resultRecords } from './output.ts'
import type { CheckRules, SheetFacts } from './protocol.ts'
import { type OpenReady, openReady } from './ready/open-ready.ts'
import {
  type MintIdentity,
  type ReadyMint,
  readyIdentitiesOf,
  readyMintsOf,
  type SheetIdentity,
} from './ready/ready-mints.ts'
import type { openRecords } from './records.ts'
import { findingsOf, pageOf, type RowQuery, rowOf } from './row-views.ts'

/** Cells that the preview of a cure shows. */
const shownOfCure = 3

/**
 * The reads of imports' rows, during a check and after it.
 * @param sheetFile the file that holds an import's rows
 */
export function sheetReads(
  records: ReturnType<typeof openRecords>,
  sheetFile: (id: string) => string,
  namesOn: ChangesDeps['namesOn'],
  confirmed: ConfirmedNames,
) {
  /** Opens the rows of an import read-only for `use`. */
  async function reading<T>(id: string, use: (sheet: Sheet) => T | Promise<T>): Promise<T> {
    const sheet = openSheet(sheetFile(id), { readonly: true })
    try {
      return await use(sheet)
    } finally {
      sheet.close()
    }
  }

  /** Opens the rows of an import read-only for a walk over them. */
  async function* walking<Item>(
    id: string,
    walk: (sheet: Sheet) => AsyncIterable<Item> | Iterable<Item>,
  ): AsyncGenerator<Item> {
    const sheet = openSheet(sheetFile(id), { readonly: true })
    try {
      yield* walk(sheet)
    } finally {
      sheet.close()
    }
  }

  async function requireChecked(id: string): Promise<void> {
    const row = await records.load(id)
    if (row.state === 'checked') return
    const reason = row.parsed.outcome.failures[0]?.message ?? 'It is still being checked.'
    throw new CoreError('import.notReady', `The file ${row.name} cannot be minted yet. ${reason}`)
  }

  return {
    /** A page of the rows, by their place in the filtered list; during a check, of the rows that are in so far. */
    async listRows(id: string, query: RowQuery = {}): Promise<{ total: number; rows: ImportRow[] }> {
      await records.load(id)
      return reading(id, (sheet) => pageOf(sheet, query))
    },

    /** One row by its number in the spreadsheet program. */
    async row(id: string, row: number): Promise<ImportRow | undefined> {
      await records.load(id)
      return reading(id, (sheet) => rowOf(sheet, row))
    },

    /** What a cure would change: how many cells, and the first three of them. */
    async previewCure(id: string, { rule, code, column }: Cure): Promise<CurePreview> {
      await records.load(id)
      return reading(id, async (sheet) => {
        const preview: CurePreview = { count: 0, examples: [] }
        const known = sheet.meta('facts') as SheetFacts | undefined
        if (known === undefined) return preview
        for await (const piece of curedRows(sheet, known, rule, { code, column })) {
          preview.count += piece.length
          for (const { row, before, after } of piece)
            if (preview.examples.length < shownOfCure) preview.examples.push({ row: row.row, before, after })
        }
        return preview
      })
    },

    /** All findings: first those of the file as a whole, then by row, in the order in which they were found. */
    async *findings(id: string): AsyncGenerator<Finding> {
      await records.load(id)
      yield* walking(id, findingsOf)
    },

    /**
     * The NFTs to mint, in the order of the rows.
     *
     * @throws CoreError `import.notReady` while the file is checked, or when something is wrong with it as a whole.
     */
    async *readyMints(id: string): AsyncGenerator<ReadyMint> {
      await requireChecked(id)
      yield* walking(id, readyMintsOf)
    },

    /** The identities of the NFTs to mint, in the same order, without metadata. @throws CoreError `import.notReady`, as `readyMints` */
    async *readyIdentities(id: string): AsyncGenerator<MintIdentity> {
      await requireChecked(id)
      yield* walking(id, readyIdentitiesOf)
    },

    /** The identity of all NFTs together, as far as it is known, and up to where they were compared with the collection. */
    async identityOf(id: string): Promise<{ identity: SheetIdentity | null; comparedUpTo: ComparedUpTo }> {
      await requireChecked(id)
      return reading(id, (sheet) => ({
        identity: (sheet.meta('identity') ?? null) as SheetIdentity | null,
        comparedUpTo: (sheet.meta('comparedUpTo') ?? comparedNothing) as ComparedUpTo,
      }))
    },

    /**
     * Opens the rows of an import to be entered into a run, piece by piece.
     * @throws CoreError `import.unreadable` where they are gone or damaged; the methods of the result throw it too
     */
    openReady: (id: string): OpenReady => openReady(sheetFile(id)),

    /**
     * Looks up again the names that stand for recipients; call it before a price is shown, and before a run begins.
     * @throws CoreError `import.names` where a name changed; `network.unreachable` where no RPC answers, `network.disputed` or
     * `network.unconfirmed` where RPCs disagree
     */
    async confirmNames(id: string): Promise<void> {
      const { project_id: projectId } = await records.load(id)
      await reading(id, async (sheet) => {
        const { rules } = sheet.meta('facts') as SheetFacts
        const ask: AskNames = (chain, names) => namesOn(projectId, chain, names).catch(() => null)
        await confirmNames(rules.chain, knownNamesOf(sheet), ask, confirmed)
      })
    },

    /** The links of an import's rows to pictures and animations outside its folder, in pieces. */
    async *linkCells(id: string): AsyncGenerator<LinkCell[]> {
      await records.load(id)
      yield* walking(id, linkCellsOf)
    },

    /** The rows with errors, in pieces after a header: the file's columns and one more with the error. */
    async *exportErrors(id: string): AsyncGenerator<string[][]> {
      await records.load(id)
      yield* walking(id, errorRecords)
    },

    /**
     * The results file, in pieces after a header: every row of the file with its result.
     *
     * @param outcomes of the run's mints, in the order of their rows (the order of `readyMints`).
     * @param notAdded status and sentence for the rows after these; null: they were not in the run.
     * @param of the run's collection, since the file may have been checked for another one later.
     */
    async *results(
      id: string,
      outcomes: AsyncIterable<MintOutcome>,
      notAdded: NotAdded | null = null,
      of: Pick<CheckRules, 'fungibility'> | null = null,
    ): AsyncGenerator<string[][]> {
      await records.load(id)
      yield* walking(id, (sheet) => resultRecords(sheet, outcomes, notAdded, of))
    },
  }
}
