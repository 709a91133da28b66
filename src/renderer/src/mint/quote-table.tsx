import { Alert, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Project, Quote } from '../../../shared/app-api.ts'
import { Address } from '../ui/address.tsx'
import { coins, count, duration } from '../ui/format.ts'
import { KindBadge } from '../ui/kind-badge.tsx'
import classes from './quote-table.module.css'

/** What minting costs and takes. */
export function QuoteTable({ quote }: { quote: Quote }) {
  const money = (amount: string): string => `${coins(amount, quote.decimals)} ${quote.symbol}`
  return (
    <>
      <dl className={classes.table}>
        <Entry term="NFTs">{count(quote.nfts)}</Entry>
        <Entry term="Transactions">{count(quote.transactions)}</Entry>
        <Entry term="Time">about {duration(quote.seconds)}</Entry>
        <Entry term="Network fee" kind={quote.practice ? 'practice' : 'live'}>
          <b>{money(quote.fee.expected)}</b> expected
          <Text size="sm" c="dimmed">
            {money(quote.fee.low) !== money(quote.fee.expected) && `${money(quote.fee.low)} at best, `}
            {money(quote.fee.high)} at most
          </Text>
        </Entry>
        <Entry term="Treasury" kind={quote.practice ? 'practice' : 'live'}>
          {money(quote.treasury.balance)}
          <div>
            <Address address={quote.treasury.address} what="treasury address" />
          </div>
        </Entry>
      </dl>
      {quote.shortfall !== '0' && (
        <Alert color="yellow" title={`The treasury is short of ${money(quote.shortfall)}`}>
          Send at least that much to {quote.treasury.address}. Nothing is minted, and nothing is spent, before it has
          arrived.
        </Alert>
      )}
    </>
  )
}

function Entry({ term, kind, children }: { term: string; kind?: Project['kind']; children: ReactNode }) {
  return (
    <div className={classes.entry}>
      <dt>
        <Group gap="xs" component="span" wrap="nowrap">
          {term}
          {kind && <KindBadge kind={kind} />}
        </Group>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
