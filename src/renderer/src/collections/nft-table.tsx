import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { CollectionNft } from '../../../shared/app-api.ts'
import { ownAddressOf } from '../../../shared/token-names.ts'
import { readMetadata } from '../api/nfts.ts'
import { shortAddress } from '../ui/format.ts'
import { Thumbnail } from '../ui/media/thumbnail.tsx'
import { CellText } from '../ui/table/cell-text.tsx'
import type { TableColumn } from '../ui/table/table-row.tsx'
import type { Pages } from '../ui/table/use-pages.ts'
import { VirtualTable } from '../ui/table/virtual-table.tsx'
import { linesOf, traitsOf } from './nft-lines.ts'

interface NftTableProps {
  pages: Pages<CollectionNft>
  total: number
  /** The name of what identifies an NFT on its chain: "Token id". */
  token: string
  onOpen(row: CollectionNft): void
}

/** The NFTs of a collection as rows: a name opens its NFT. */
export function NftTable({ pages, total, token, onOpen }: NftTableProps) {
  const columns = useMemo(() => columnsOf(token, onOpen), [token, onOpen])
  return (
    <VirtualTable
      label="NFTs of the collection"
      columns={columns}
      total={total}
      rowAt={pages.rowAt}
      onRange={pages.onRange}
      onOpen={(_, row) => onOpen(row)}
      height={Math.min(560, 56 + total * 36)}
    />
  )
}

const columnsOf = (token: string, onOpen: (row: CollectionNft) => void): TableColumn<CollectionNft>[] => [
  {
    key: 'name',
    header: 'Name',
    width: 260,
    cell: (row, active) => {
      const { name } = readMetadata(row.nft.metadata)
      return (
        <>
          <Thumbnail src={row.picture} name={name} id={row.nft.id} alt="" size={64} width={28} />
          <Button
            variant="subtle"
            size="compact-sm"
            ml={4}
            maw={210}
            tabIndex={active ? 0 : -1}
            onClick={() => onOpen(row)}
          >
            {name === '' ? 'No name' : name}
          </Button>
        </>
      )
    },
  },
  {
    key: 'token',
    header: token,
    width: 150,
    align: 'right',
    cell: ({ nft: { onChain } }) => {
      const own = ownAddressOf(onChain)
      return onChain.tokenId ?? (own === undefined ? '–' : <Short address={own} />)
    },
  },
  {
    key: 'recipient',
    header: 'Recipient',
    width: 280,
    cell: ({ recipient }) => <CellText title={recipient}>{recipient}</CellText>,
  },
  {
    key: 'owner',
    header: 'Owner now',
    width: 170,
    cell: ({ nft }) => {
      const { onChain } = nft
      const { owner } = onChain
      return owner === undefined ? linesOf(nft).at(-1) : <Short address={owner} />
    },
  },
  {
    key: 'traits',
    header: 'Traits',
    width: 320,
    cell: ({ nft }) => {
      const traits = traitsOf(nft.metadata)
      return <CellText title={traits}>{traits}</CellText>
    },
  },
]

/** An address without the usual buttons and tooltips: one of these in each row costs more than all else while scrolling. */
function Short({ address }: { address: string }) {
  return (
    <span className="mono" title={address}>
      {shortAddress(address)}
    </span>
  )
}
