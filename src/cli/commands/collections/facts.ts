import type { CollectionDetails, CollectionSummary } from '../../../shared/app-api.ts'
import { familyOf } from '../../../shared/families.ts'
import { count } from '../../../shared/format.ts'

/** The facts of a collection and its contract, as names and values. */
export function factsOf(summary: CollectionSummary, settings: CollectionDetails): [string, string][] {
  const { metadata, chainLabel, contractAddress, deployed, minted, pending } = summary
  const note = summary.unavailable ?? summary.notice
  const { supplyLimit, payments, royalties, baseUri, transferable, purchased, currency, features } = settings
  const failed = settings.changes.find(({ status }) => status === 'failed')
  const waiting = settings.changes.filter(({ status }) => status === 'pending').map(({ what }) => what)
  return [
    ['name', metadata.name],
    ['id', summary.id],
    ['chain', chainLabel],
    [
      familyOf(summary.chain).words.contract.toLowerCase(),
      `${contractAddress ?? 'not known yet'}${deployed ? '' : ' (not on chain yet)'}`,
    ],
    ['kind', summary.contractKind],
    [
      'minted',
      `${count(minted)}${pending > 0 ? `, ${count(pending)} ${summary.notice === null ? 'on the way' : 'waiting'}` : ''}`,
    ],
    ['supply limit', supplyLimit === null ? 'none' : count(supplyLimit)],
    [
      'sale',
      payments === null
        ? 'none'
        : `${payments.price} ${currency} each to ${payments.recipientAddress}, ${payments.saleSupply === undefined ? 'without bound' : `${count(payments.saleSupply)} left`}${baseUri === null ? '; nobody can buy before a base URI is set' : ''}`,
    ],
    ...(purchased > 0 ? ([['bought', count(purchased)]] as [string, string][]) : []),
    ['royalty', royalties === null ? 'none' : `${royalties.basisPoints / 100} % to ${royalties.address}`],
    ...(features.includes('base-uri') ? ([['base URI', baseUri ?? 'none']] as [string, string][]) : []),
    ['transferable', transferable ? 'yes' : 'no'],
    ...shownFacts(settings),
    ...(waiting.length > 0 ? ([['changing', waiting.join(', ')]] as [string, string][]) : []),
    ...(failed ? ([['failed', `${failed.what}: ${failed.error ?? ''}`]] as [string, string][]) : []),
    ...(note === null ? [] : ([['note', note]] as [string, string][])),
  ]
}

function shownFacts({ metadata: { description, imageUrl, bannerUrl, link } }: CollectionDetails): [string, string][] {
  const all: [string, string][] = [
    ['description', description],
    ['picture', imageUrl.slice(0, addressShown)],
    ['banner', bannerUrl],
    ['link', link],
  ]
  return all.filter(([, text]) => text !== '')
}

/** Longer addresses are `data:` URIs that hold the picture. */
const addressShown = 200
