import { ActionIcon, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import type { FieldName, Import, ImportRow } from '../../../../shared/app-api.ts'
import { findMedia } from '../../../../shared/media/media-files.ts'
import { useCollections, useMediaBase } from '../../api/context.tsx'
import { readMetadata } from '../../api/nfts.ts'
import { droppedAddress } from '../../ui/media/address.ts'
import { NftCard } from '../../ui/media/nft-card.tsx'
import { TraitList } from '../../ui/media/trait-list.tsx'
import { plainWords } from '../../ui/plain-words.ts'
import { useMintStore } from '../mint-store.ts'

/** The address of a picture file that a row names: in memory while this tab has the file, else the core's. */
function useDroppedImage(importId: string, image: string): string | null {
  const media = useMintStore((store) => store.media)
  const base = useMediaBase()
  const [inMemory, setInMemory] = useState<string | null>(null)
  const file = useMemo(() => (image === '' ? undefined : findMedia(media, image)), [media, image])
  useEffect(() => {
    setInMemory(null)
    if (!file) return
    let address: string | null = null
    let left = false
    const show = (bytes: Blob): void => {
      if (left) return
      address = URL.createObjectURL(bytes)
      setInMemory(address)
    }
    // A file that cannot be unpacked is reported when it is sent.
    file.blob().then(show, () => undefined)
    return () => {
      left = true
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [file])
  if (file) return inMemory
  return image === '' || /^[a-z][a-z\d+.-]*:/i.test(image) ? null : droppedAddress(base, importId, image)
}

/** The first NFT as a card, with arrows to the next rows. */
export function PreviewCards({ file, rows }: { file: Import; rows: readonly ImportRow[] }) {
  const [place, setPlace] = useState(0)
  const at = Math.min(place, Math.max(0, rows.length - 1))
  const row = rows[at]
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed">
          As in wallets
        </Text>
        <Group gap={4} wrap="nowrap" flex="none">
          <ActionIcon variant="default" aria-label="Previous row" disabled={at === 0} onClick={() => setPlace(at - 1)}>
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label="Next row"
            disabled={at >= rows.length - 1}
            onClick={() => setPlace(at + 1)}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </Group>
      </Group>
      {row ? (
        <RowCard key={row.row} file={file} row={row} />
      ) : (
        <Skeleton height={320} animate={file.state === 'checking'} />
      )}
    </Stack>
  )
}

/** The NFT of a row, as far as it is known: values of slots are shown even while the row cannot be minted yet. */
function RowCard({ file, row }: { file: Import; row: ImportRow }) {
  const { data: collections } = useCollections()
  const collection = collections?.find(({ id }) => id === file.options.collectionId)
  const cellOf = (field: FieldName) => row.cells[file.columns.findIndex((column) => column.field === field)] ?? ''
  const metadata = readMetadata(row.nft?.metadata ?? { name: cellOf('name'), image: cellOf('image') })
  const source = useDroppedImage(file.id, metadata.image)
  const recipient =
    row.nft?.recipient ?? [cellOf('recipient'), cellOf('email'), cellOf('userId')].find((to) => to !== '')
  const wrong = row.nft === null ? row.findings.filter(({ level }) => level === 'error') : []
  return (
    <>
      <NftCard
        name={metadata.name}
        image={metadata.image}
        source={source}
        quantity={row.nft?.quantity ?? 1}
        lines={[
          collection ? `${collection.metadata.name} · ${collection.chainLabel}` : '',
          `Row ${row.row}${recipient === undefined ? '' : ` · to ${recipient}`}`,
        ]}
      />
      {wrong.map((finding) => (
        <Text key={`${finding.column} ${finding.code}`} size="xs" className="bad breakable">
          {plainWords(finding.message)}
        </Text>
      ))}
      <TraitList traits={metadata.attributes.slice(0, 6)} />
    </>
  )
}
