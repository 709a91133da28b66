import type { Finding, Project } from '../../../shared/app-api.ts'
import { type ChainName, chainLabel } from '../../../shared/chains.ts'
import { familyOf } from '../../../shared/families.ts'
import { counted } from '../../../shared/format.ts'
import { handOverFinding } from '../../../shared/hand-over/finding.ts'
import { findWallet } from '../../store/installation/wallets.ts'
import { addNfts, type NewHandOverNft } from '../../store/journal/hand-overs/nfts.ts'
import { chainsOfPerson } from '../../store/journal/hand-overs/people.ts'
import { type HandOverRow, rowsIn, setRow } from '../../store/journal/hand-overs/rows.ts'
import { unforced } from '../../store/sqlite/unforced.ts'
import type { HandOverDeps, Scope } from './deps.ts'
import { type WalletReader, walletReader } from './held.ts'

/** Ours: how many people's wallets are read side by side, and how many rows are written together. */
const atOnce = 8
const rowsTogether = 64

export interface LookUp {
  handOverPk: number
  project: Project
  scope: Scope
  /** The header of the column of addresses. */
  column: string
}

/**
 * Looks up what the people of a hand-over hold, a piece of rows at a time. Each piece is stored, so an interrupted look-up goes on where it ended.
 * @param progress called after each piece, with what the person should know about how the lists were made
 * @throws CoreError where a network does not answer, or the vault is locked
 */
export async function lookUp(
  deps: HandOverDeps,
  of: LookUp,
  progress: (notes: readonly string[]) => void,
  stop: AbortSignal,
): Promise<void> {
  const read = walletReader(deps, of.project, of.scope)
  while (!stop.aborted) {
    const rows = await rowsIn(deps.db, of.handOverPk, 'unseen', rowsTogether)
    if (rows.length === 0) return
    const contracts = await contractsAmong(deps, of, rows)
    const notes = new Set<string>()
    const seen: Seen[] = []
    for (let from = 0; from < rows.length && !stop.aborted; from += atOnce)
      seen.push(
        ...(await Promise.all(rows.slice(from, from + atOnce).map((row) => seeRow(deps, of, row, read, contracts)))),
      )
    // If the machine loses power now, these rows are looked up again.
    await unforced(deps.db, async (trx) => {
      for (const { row, nfts, state, findings, coverageNotes } of seen) {
        await addNfts(trx, { handOverPk: of.handOverPk, rowPk: row.pk }, nfts)
        await setRow(trx, row.pk, { state, findings })
        for (const note of coverageNotes) notes.add(note)
      }
    })
    progress([...notes])
  }
}

interface Seen {
  row: HandOverRow
  nfts: NewHandOverNft[]
  state: HandOverRow['state']
  findings: Finding[]
  coverageNotes: readonly string[]
}

async function seeRow(
  deps: HandOverDeps,
  { project, scope, column, handOverPk }: LookUp,
  row: HandOverRow,
  read: WalletReader,
  contracts: ReadonlySet<string>,
): Promise<Seen> {
  const { kind, user, address: to } = row
  const findings = JSON.parse(row.findings) as Finding[]
  if (kind === null || user === null || to === null) throw new Error(`row ${row.row} names no person or no address`)
  const add = (at: string, code: Parameters<typeof handOverFinding>[2], message: string) =>
    findings.push(handOverFinding(row.row, at, code, message))
  const done = (state: Seen['state'], nfts: NewHandOverNft[] = []): Seen => ({
    row,
    nfts,
    state,
    findings,
    coverageNotes: [...coverageNotes],
  })
  const chains = JSON.parse(row.chains) as ChainName[]
  const coverageNotes = new Set<string>()
  const nfts: NewHandOverNft[] = []
  const elsewhere: { chain: ChainName; count: number }[] = []
  for (const chain of scope.chains) {
    const fits = chains.includes(chain)
    if (!fits && (await chainsOfPerson(deps.db, handOverPk, { kind, user })).has(chain)) continue
    const holder = await deps.wallets.address(project.kind, project.index, { kind, user }, chain)
    if (fits && holder === to) {
      add(
        column,
        'recipient.same',
        `${to} is the project's own wallet of ${user}, which the NFTs are to leave: give the person's own address.`,
      )
      return done('error')
    }
    const held = await read(chain, holder)
    for (const note of held.notes) coverageNotes.add(note)
    if (!fits) {
      if (held.nfts.length > 0) elsewhere.push({ chain, count: held.nfts.length })
      continue
    }
    for (const { mintPk, unmovable, tokenId, sentBy, ...nft } of held.nfts)
      nfts.push({
        ...nft,
        chain,
        token_id: tokenId,
        sent_by: sentBy,
        mint_pk: mintPk,
        holder,
        recipient: to,
        state: unmovable === null ? 'found' : 'unmovable',
        error_message: unmovable,
      })
  }
  const whose = await findWallet(deps.db, project.id, to)
  if (whose)
    add(
      column,
      'recipient.project',
      `${to} is the project's own wallet of ${whose.user}: what goes there stays with the project.`,
    )
  if (contracts.has(to.toLowerCase()))
    add(
      column,
      'recipient.contract',
      `The address ${to} is a contract, which may be unable to pass an NFT on: check that it is meant.`,
    )
  const stuck = nfts.filter(({ state }) => state === 'unmovable')
  const [first] = stuck
  if (first)
    add(
      '',
      'holdings.unmovable',
      `${counted(stuck.length, 'NFT')} of ${user} cannot be moved and ${stuck.length === 1 ? 'stays' : 'stay'}: ${first.error_message}`,
    )
  const others = elsewhere.map(({ chain, count }) => `${counted(count, 'NFT')} on ${chainLabel(chain)}`).join(', ')
  if (nfts.length > stuck.length) {
    if (elsewhere.length > 0)
      add(
        '',
        'holdings.elsewhere',
        `${user} also holds ${others}, where ${to} is no address, and they stay: add a row with the person's address there.`,
      )
    return done('ready', nfts)
  }
  if (elsewhere.length > 0) {
    add(
      column,
      'recipient.chain',
      `${user} holds ${others}, and ${to} is no address there: give the person's address on that chain.`,
    )
    return done('error', nfts)
  }
  if (nfts.length === 0) {
    const what = scope.collections.length > 0 ? 'nothing of these collections' : 'nothing'
    add(
      '',
      'holdings.none',
      `The project's wallet of ${user} holds ${what}: nothing is moved. Is the ${kind === 'email' ? 'e-mail address' : 'user id'} the one that the NFTs were sent to?`,
    )
  }
  return done('empty', nfts)
}

/** Which of the rows' addresses are contracts, in lower case; asked only on chains where the address itself does not show it. */
async function contractsAmong(
  { chains }: HandOverDeps,
  { project, scope }: LookUp,
  rows: readonly HandOverRow[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const chain of scope.chains.filter((one) => familyOf(one).contractsLookAlike)) {
    const of = rows.filter((row) => (JSON.parse(row.chains) as string[]).includes(chain))
    const addresses = [...new Set(of.flatMap(({ address }) => (address === null ? [] : [address.toLowerCase()])))]
    if (addresses.length === 0) continue
    const client = await chains.client(project.kind, chain)
    for (const address of await client.contractsAmong(addresses)) found.add(address)
  }
  return found
}
