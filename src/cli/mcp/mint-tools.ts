/** The tools that check, quote and mint spreadsheets for a model. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { Import } from '../../shared/app-api.ts'
import type { AppClient } from '../../shared/app-client.ts'
import { moneyText } from '../../shared/format.ts'
import { CommandError } from '../failure.ts'
import { answer } from './answers.ts'
import type { McpDeps, ToolRunner } from './deps.ts'
import { boundOf, isMintable, requireAllowed, startQuoted } from './quoting.ts'
import { hashesNow, type SheetRequest, sendSheet } from './spreadsheet.ts'

/** Ours: how many findings are passed on. */
const shownFindings = 40

const path = z.string().min(1).max(2_000)
const sheet = {
  file: path.describe('The spreadsheet (.csv, .tsv, .txt, .xlsx): a path in one of the folders.'),
  collection: z.string().min(1).max(200).default('default-polygon').describe('The id of the collection to mint into.'),
  media: path.optional().describe('A folder with the images and other files that rows name.'),
}

/** `check_spreadsheet`, `quote_mint` and `mint`. */
export function addMintTools(server: McpServer, deps: McpDeps, run: ToolRunner): void {
  server.registerTool(
    'check_spreadsheet',
    {
      description: 'Checks a spreadsheet of NFTs row by row. Mints nothing and keeps nothing.',
      inputSchema: sheet,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (request) => run(() => check(deps, request)),
  )
  server.registerTool(
    'quote_mint',
    {
      description:
        'Says what minting a spreadsheet costs, and gives a quote that "mint" takes within ten minutes. Mints nothing. Show the price to the person and ask before you mint.',
      inputSchema: {
        ...sheet,
        skip_rows_with_errors: z.boolean().default(false).describe('Leave rows with errors out; else they stop it.'),
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ skip_rows_with_errors: skipErrors, ...request }) => run(() => quote(deps, request, skipErrors)),
  )
  server.registerTool(
    'mint',
    {
      description:
        'Mints what was quoted: spends money, and cannot be taken back. Ask the person first. Takes the token of "quote_mint", and file, nfts and highest_fee exactly as the quote says them. The same token twice mints once.',
      inputSchema: {
        token: z.string().min(1).max(100),
        file: sheet.file,
        nfts: z.int().min(1).describe('How many NFTs the quote is for.'),
        highest_fee: z.string().max(100).describe('The highest fee of the quote, such as "0.0123 POL".'),
      },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    },
    ({ token, highest_fee: highestFee, ...said }) => run(() => mint(deps, token, { ...said, highestFee })),
  )
}

type Asked = Omit<SheetRequest, 'media'> & { media?: string | undefined }

function check({ core, folders, stop }: McpDeps, { media, ...asked }: Asked): Promise<CallToolResult> {
  return core.with(async (api) => {
    const { checked, hash } = await sendSheet(api, folders, { ...asked, media }, stop)
    const found = await findingsOf(api, checked, stop)
    await api.dropImport(checked.id)
    return answer({ ...figures(checked), sha256: hash }, found)
  })
}

function quote(
  { core, folders, quotes, stop }: McpDeps,
  { media, ...asked }: Asked,
  skipErrors: boolean,
): Promise<CallToolResult> {
  return core.with(async (api) => {
    const { checked, hash, mediaHash } = await sendSheet(api, folders, { ...asked, media }, stop)
    try {
      if (!isMintable(checked, skipErrors)) {
        const found = await findingsOf(api, checked, stop)
        await api.dropImport(checked.id)
        const why = 'The file has errors, or nothing of it is left to mint.'
        return answer({ ...figures(checked), quote: null, why }, found)
      }
      const price = await api.quote(checked.id, { feeCeiling: null, compressed: true }, stop)
      requireAllowed(await api.key(), price)
      const bound = boundOf(price)
      const { file } = asked
      const { token, until } = quotes.give({ ...bound, importId: checked.id, file, media, hash, mediaHash, skipErrors })
      const { chain, collectionId: collection, transactions, seconds, practice } = price
      return answer({
        ...figures(checked),
        quote: {
          token,
          file,
          nfts: bound.nfts,
          highest_fee: bound.highestFee,
          until: new Date(until).toISOString(),
        },
        expected_fee: moneyText(price.fee.expected),
        ...{ collection, chain, practice, transactions, seconds },
        ...(price.cap === null ? {} : { spending_cap: price.cap.text }),
      })
    } catch (error) {
      await api.dropImport(checked.id).catch(() => undefined)
      throw error
    }
  })
}

function mint(
  { core, folders, quotes, stop }: McpDeps,
  token: string,
  said: { file: string; nfts: number; highestFee: string },
): Promise<CallToolResult> {
  const quoted = quotes.take(token, said)
  return core.with(async (api) => {
    const now = await hashesNow(folders, quoted)
    if (now.hash !== quoted.hash || now.mediaHash !== quoted.mediaHash)
      throw new CommandError(
        'quote.file',
        'The file or its media were changed after the quote: ask for the price again.',
      )
    const { id, state, counts, chain } = await api.runOf(await startQuoted(api, quoted, stop))
    return answer({ run: id, state, nfts: counts.total, chain })
  })
}

function figures({ state, counts, codes }: Import) {
  return { state, counts, findings: codes }
}

/** Findings and columns, which quote the file and so count as data. */
async function findingsOf(api: AppClient, checked: Import, stop: AbortSignal) {
  const findings: { row: number; column: string; code: string; message: string }[] = []
  for await (const { row, column, code, message } of api.findings(checked.id, stop)) {
    if (findings.length === shownFindings) break
    findings.push({ row, column, code, message })
  }
  const { failure, notice, columns } = checked
  const named = columns.map(({ header, field, trait }) => ({ header, field, trait }))
  return { failure: failure?.message, notice, columns: named.slice(0, shownFindings), findings }
}
