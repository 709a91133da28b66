import { ActionIcon, Alert, Anchor, Group, Switch, Text, Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Project, Quote } from '../../../../shared/app-api.ts'
import { familyOf } from '../../../../shared/families.ts'
import { gasPrice as priceOf } from '../../../../shared/gas-price.ts'
import { Address } from '../../ui/address.tsx'
import { count, duration, moneyText } from '../../ui/format.ts'
import { KindBadge } from '../../ui/kind-badge.tsx'
import { Lacking } from '../../ui/money/lacking.tsx'
import { Worth } from '../../ui/money/worth.tsx'
import classes from './quote-table.module.css'

/** What minting costs, and how long it takes. */
export function QuoteTable({ quote, waits, onWait }: { quote: Quote; waits: boolean; onWait(on: boolean): void }) {
  const { fee, treasury, gasPrice } = quote
  const { deployed, beside } = familyOf(quote.chain).words
  return (
    <>
      <dl className={classes.table}>
        <Entry term="NFTs">{count(quote.nfts)}</Entry>
        <Entry term="Transactions">{count(quote.transactions)}</Entry>
        <Entry term="Time">about {duration(quote.seconds)}</Entry>
        <Entry term="Network fee" kind={quote.practice ? 'practice' : 'live'}>
          <b>{moneyText(fee.expected)}</b> expected{' '}
          {gasPrice.high !== '0' && (
            <Tooltip label={`${priceOf(quote.chain, gasPrice.expected)} per unit of gas now`}>
              <ActionIcon variant="subtle" color="gray" size="sm" aria-label="What a unit of gas costs">
                <IconInfoCircle size={14} />
              </ActionIcon>
            </Tooltip>
          )}
          <Worth money={fee.expected} kind={quote.practice ? 'practice' : 'live'} />
          {fee.low.amount !== fee.high.amount && (
            <Part>
              {moneyText(fee.low)} low, {moneyText(fee.high)} high
            </Part>
          )}
          {quote.treesFee.amount !== '0' && (
            <div>
              <b>{moneyText(quote.treesFee)}</b> of it is rent, once
              <Part>for the {quote.trees === 1 ? 'tree that holds' : 'trees that hold'} the compressed NFTs</Part>
            </div>
          )}
          {quote.contractFee.amount !== '0' && (
            <Part>
              {moneyText(quote.contractFee)} of it for the {deployed}, once
            </Part>
          )}
          {quote.contractBeside.amount !== '0' && (
            <Part>
              plus {moneyText(quote.contractBeside)} for the {deployed}, which is on its way
            </Part>
          )}
          {quote.dataFee.amount !== '0' && (
            <Part>
              {moneyText(quote.dataFee)} of it for {beside}
            </Part>
          )}
        </Entry>
        <Entry term="Fee balance" kind={quote.practice ? 'practice' : 'live'}>
          {moneyText(treasury.balance)}
          {treasury.reserved.amount !== '0' && <Part>{moneyText(treasury.reserved)} of it for runs under way</Part>}
          <div>
            <Address address={treasury.address} what="address of the fee balance" />
          </div>
        </Entry>
      </dl>
      {quote.cap && (
        <Alert
          color="yellow"
          variant="light"
          title={quote.cap.sure ? 'Stops at a spending cap' : 'May stop at a spending cap'}
        >
          {quote.cap.text}{' '}
          <Anchor component={Link} href="/settings/fee-balance" size="sm">
            Spending caps
          </Anchor>
        </Alert>
      )}
      {quote.shortfall.amount !== '0' && (
        <Lacking
          title="The fee balance is short of"
          lacks={quote.shortfall}
          address={treasury.address}
          chainLabel={quote.chainLabel}
        >
          {waits
            ? 'The run may begin: it waits for what is missing, also while you are away, and goes on when it came.'
            : 'Nothing is minted, and nothing is spent, before it has arrived. This page looks every few seconds.'}
          <div>
            <Switch
              mt="xs"
              size="sm"
              label="Wait for it"
              checked={waits}
              onChange={(event) => onWait(event.currentTarget.checked)}
            />
          </div>
        </Lacking>
      )}
    </>
  )
}

function Part({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
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
