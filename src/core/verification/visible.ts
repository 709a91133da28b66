import type { Visibility, VisibleCheck } from '../../shared/app-api/visibility.ts'
import type { Project } from '../../shared/app-api.ts'
import { isChainName } from '../../shared/chains.ts'
import type { ChainClient, Chains } from '../chains/family/family.ts'
import { firstBlock } from '../holdings/first-block.ts'
import { CoreError } from '../lib/errors.ts'
import { type CollectionRow, deploymentFailed } from '../store/collections/collections.ts'
import { firstTokenUri } from '../store/collections/first-token.ts'
import { settledOf } from '../store/collections/settings.ts'
import type { Store } from '../store/sqlite/open.ts'
import { type OutsideDeps, type Seen, seenFromOutside } from './outside.ts'
import type { Verifications } from './verifications.ts'

export interface VisibleDeps extends OutsideDeps {
  db: Store
  chains: Pick<Chains, 'reader'>
  verifications: Pick<Verifications, 'list'>
  clock(): number
}

type What = VisibleCheck['what']
/** The contract that collections of a kind are clones of, by its name in the source. */
const sources: Readonly<Record<string, string>> = {
  economy: 'Collection721',
  standard: 'Standard721',
  copies: 'Collection1155',
}

/**
 * What other people see of a collection: by calls to its network, and by its content at public gateways. Nothing is signed, and no
 * account is needed.
 * @throws CoreError `visible.practice`, `visible.chain`
 */
export async function visibleFromOutside(
  deps: VisibleDeps,
  project: Project,
  collection: CollectionRow,
): Promise<Visibility> {
  const { chain, contract_address: contract } = collection
  if (project.kind === 'practice')
    throw new CoreError(
      'visible.practice',
      'Practice networks are on this machine alone, where nobody else sees them: switch to a live project.',
    )
  if (!isChainName(chain)) throw new CoreError('visible.chain', `${chain} can only be looked at.`)
  const at = new Date(deps.clock()).toISOString()
  if (collection.state !== 'deployed' || contract === null) return { checks: [undeployed(collection)], at }
  const client = await deps.chains.reader('live', chain)
  const found: Found = { client, contract, collection, project }
  const metadata = await guarded('token-metadata', () => tokenMetadata(deps, found))
  const rest = await Promise.all([
    guarded('interfaces', () => interfaces(found)),
    guarded('owner', () => owner(found)),
    guarded('collection-metadata', () => collectionMetadata(deps, found)),
    guarded('picture', () => picture(deps, metadata)),
    guarded('source', () => source(deps, found)),
    guarded('transfer', () => transfer(deps, found)),
  ])
  const own = said('contract', 'seen', `It is on the network, at ${contract}.`)
  const { image: _, ...token } = metadata as VisibleCheck & { image?: string | null }
  return { checks: [own, ...rest.slice(0, 3), token, ...rest.slice(3)], at }
}

interface Found {
  client: ChainClient
  contract: string
  collection: CollectionRow
  project: Project
}

function said(what: What, state: VisibleCheck['state'], text: string, url: string | null = null): VisibleCheck {
  return { what, state, said: text, url }
}

function undeployed({ state, id }: CollectionRow): VisibleCheck {
  if (state === 'failed') return said('contract', 'unseen', deploymentFailed(id).message)
  const text =
    state === 'wanted' ? 'It is being put onto the network.' : 'It comes onto the network with its first mint.'
  return said('contract', 'none', text)
}

/** If a network or an explorer cannot be asked now, only this check is unknown; the others are still made. */
async function guarded<Check extends VisibleCheck>(
  what: What,
  look: () => Promise<Check>,
): Promise<Check | VisibleCheck> {
  try {
    return await look()
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
    return said(what, 'unknown', `This could not be asked now (${why.slice(0, 200).replace(/\.$/, '')}): try again.`)
  }
}

async function interfaces({ client, contract, collection }: Found): Promise<VisibleCheck> {
  const published = await client.published?.(contract, collection.fungibility === 'semi-fungible')
  if (published === undefined) return said('interfaces', 'none', 'Collections of this network have no interfaces.')
  const lacking = published.interfaces.filter(({ supported }) => !supported).map(({ name }) => name)
  return lacking.length === 0
    ? said('interfaces', 'seen', `It says that it is ${published.interfaces.map(({ name }) => name).join(', ')}.`)
    : said('interfaces', 'unseen', `It does not say that it is ${lacking.join(', ')}: markets may not list it.`)
}

async function owner({ client, contract, project }: Found): Promise<VisibleCheck> {
  const holder = await client.owner?.(contract)
  if (holder === undefined) return said('owner', 'seen', 'The fee account owns it, as always on this network.')
  const own = treasuryOf(client, project)
  return said(
    'owner',
    'seen',
    own !== null && own.toLowerCase() === holder.toLowerCase()
      ? `The fee account owns it (${holder}): markets let that account edit the collection's page.`
      : `${holder} owns it: markets let that account edit the collection's page.`,
  )
}

/** Null while the vault is locked. */
function treasuryOf(client: ChainClient, { index }: Project): string | null {
  try {
    return client.treasury(index)
  } catch {
    return null
  }
}

async function collectionMetadata(deps: VisibleDeps, { client, contract, collection }: Found): Promise<VisibleCheck> {
  const published = await client.published?.(contract, collection.fungibility === 'semi-fungible')
  const uri = published?.contractUri ?? settledOf(collection).changed?.uri ?? collection.contract_uri ?? ''
  if (uri === '') return said('collection-metadata', 'none', 'It has none.')
  return jsonCheck('collection-metadata', await seenFromOutside(uri, deps)).check
}

/** Also returns the picture's address, where the metadata names one. */
async function tokenMetadata(deps: VisibleDeps, found: Found): Promise<VisibleCheck & { image: string | null }> {
  const uri = await tokenUri(deps, found)
  if (uri === null) return { ...said('token-metadata', 'none', 'Nothing is minted yet.'), image: null }
  if (uri === '')
    return {
      ...said('token-metadata', 'none', 'The first NFT was burnt, or has no metadata of its own.'),
      image: null,
    }
  const { check, json } = jsonCheck('token-metadata', await seenFromOutside(uri, deps))
  const image = json !== null && 'image' in json && typeof json.image === 'string' ? json.image : null
  return { ...check, image }
}

async function tokenUri(deps: VisibleDeps, { client, contract, collection }: Found): Promise<string | null> {
  const first =
    collection.fungibility === 'semi-fungible' ? undefined : await firstMinted(deps, client, collection, contract)
  return first?.uri ?? (await firstTokenUri(deps.db, collection.pk))
}

/** The first NFT of a contract whose ids start at 1, from its events and its calls; undefined where there is none. */
async function firstMinted({ db }: VisibleDeps, client: ChainClient, collection: CollectionRow, contract: string) {
  const since = await firstBlock(db, client, collection)
  const [first] = await client.mintedTokens(contract, [1], since)
  return first?.uri === '' && first.txHash === '' ? undefined : first
}

async function picture(deps: VisibleDeps, metadata: VisibleCheck & { image?: string | null }): Promise<VisibleCheck> {
  const image = metadata.image ?? null
  if (image === null)
    return metadata.state === 'seen'
      ? said('picture', 'unseen', 'The metadata of the first NFT names no picture: markets show an empty one.')
      : said('picture', metadata.state === 'none' ? 'none' : 'unknown', 'It is looked for when the metadata is seen.')
  if (image.startsWith('data:')) return said('picture', 'seen', 'It stands in the metadata itself.')
  return contentCheck('picture', await seenFromOutside(image, deps))
}

async function source({ verifications }: VisibleDeps, { client, collection, project }: Found): Promise<VisibleCheck> {
  const name = sources[collection.contract_kind]
  if (client.sharedContracts === undefined || name === undefined)
    return said('source', 'none', 'Collections of this network have no source of their own.')
  const { contracts } = await verifications.list(project)
  const contract = contracts.find((one) => one.chain === collection.chain && one.name === name)
  if (contract?.state === 'verified') return said('source', 'seen', 'Explorers show its source.', contract.url)
  return said(
    'source',
    contract?.state === 'unreachable' ? 'unknown' : 'unseen',
    'Explorers were not seen to know its source: have it verified with "mintdesk contracts verify".',
  )
}

async function transfer(deps: VisibleDeps, { client, contract, collection }: Found): Promise<VisibleCheck> {
  if (client.published === undefined || collection.fungibility === 'semi-fungible')
    return said('transfer', 'none', 'It is not looked for in collections of this kind.')
  const first = await firstMinted(deps, client, collection, contract)
  if (first === undefined) return said('transfer', 'none', 'Nothing is minted yet.')
  return first.txHash === ''
    ? said('transfer', 'unseen', 'The network does not show the event of the first mint: try another RPC in Settings.')
    : said('transfer', 'seen', `The first mint is there, in the transaction ${first.txHash}.`)
}

function jsonCheck(what: What, seen: Seen): { check: VisibleCheck; json: object | null } {
  const check = contentCheck(what, seen)
  if (seen.kind !== 'seen') return { check, json: null }
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(seen.bytes))
    if (typeof json === 'object' && json !== null) return { check, json }
  } catch {
    // Reported below.
  }
  return {
    check: said(what, 'unseen', 'What is answered there is no JSON: look at the address.', seen.url),
    json: null,
  }
}

function contentCheck(what: What, seen: Seen): VisibleCheck {
  switch (seen.kind) {
    case 'seen':
      return said(what, 'seen', `Everybody can fetch it; ${new URL(seen.url).host} answered.`, seen.url)
    case 'other':
      return said(
        what,
        'unseen',
        `${new URL(seen.url).host} answers another file than the one that was minted: look whether the address still belongs to your storage.`,
        seen.url,
      )
    case 'unseen':
      return said(
        what,
        'unseen',
        seen.asked.length === 0
          ? `It cannot be fetched: ${seen.reason}.`
          : `Nobody answered with it (asked: ${seen.asked.join(', ')}; ${seen.reason}). What was uploaded just now takes some minutes to be found; if this stays, look whether the storage still keeps it and can be reached from outside.`,
      )
  }
}
