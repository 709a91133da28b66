import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Import, ImportRow } from '../../../../shared/app-api.ts'
import type { CollectionInput } from '../../../../shared/app-client/collections.ts'
import { chainLabel } from '../../../../shared/chains.ts'
import { familyOf } from '../../../../shared/families.ts'
import { findMedia } from '../../../../shared/media/media-files.ts'
import type { FileChain } from '../../../../shared/spreadsheet/file-chain.ts'
import { useApi, useAppState, useMediaBase } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { mintCost } from '../../collections/mint-cost.ts'
import { droppedAddress } from '../../ui/media/address.ts'
import { chainsFor } from '../../ui/network/offered-chains.ts'
import { useMintStore } from '../mint-store.ts'
import { firstRows } from '../use-import-rows.ts'
import type { PictureChoice } from './picture-choice.tsx'

/** The API takes a picture's address up to this length; longer ones contain the picture itself. */
const longestAddress = 100_000

/** The picture of the first row that has one, as its cell names it; '' where none has. */
export function useRowPicture(file: Import): string {
  const api = useApi()
  const { data } = useQuery({ ...firstRows(api, file.id), enabled: file.columns.length > 0 })
  return pictureOf(file, data?.rows ?? [])
}

function pictureOf({ columns }: Import, rows: readonly ImportRow[]): string {
  const place = columns.findIndex(({ field }) => field === 'image')
  const cells = rows.map(({ cells }) => cells[place]?.trim() ?? '')
  return cells.find((cell) => cell !== '' && cell.length <= longestAddress) ?? ''
}

/** The chains that a file's addresses fit, each with its cost there where that is known. */
export function useChainsFor(addresses: FileChain | null, nfts: number) {
  const api = useApi()
  const { data: state } = useAppState()
  const networks = state?.networks ?? []
  const chains = chainsFor(addresses, networks)
  // A network that is not up is not asked: it has a price once the first thing happens on it.
  const up = chains.filter((chain) => networks.some((network) => network.chain === chain && network.state === 'up'))
  const prices = useQueries({
    queries: up.map((chain) => ({ queryKey: keys.mintPrices(chain), queryFn: () => api.mintPrices(chain) })),
  })
  return chains.map((chain) => {
    const [kind] = familyOf(chain).kinds.filter(({ choice }) => choice !== null)
    const each = prices[up.indexOf(chain)]?.data?.kinds[kind?.name ?? ''] ?? null
    const cost = kind?.choice ? mintCost(kind.choice.perMint, each, nfts) : ''
    return { value: chain, label: cost === '' ? chainLabel(chain) : `${chainLabel(chain)} · ${cost}` }
  })
}

/** Stores the picture, then makes the collection. */
export function useMakeCollection(importId: string, rowPicture: string, onCreated: (id: string) => void) {
  const api = useApi()
  const queries = useQueryClient()
  const base = useMediaBase()
  const media = useMintStore((store) => store.media)

  const addressOf = async (picture: PictureChoice): Promise<string> => {
    if (picture.from === 'none') return ''
    if (picture.from === 'file') return api.storePicture(picture.file)
    if (/^[a-z][a-z\d+.-]*:/i.test(rowPicture)) return rowPicture
    const dropped = findMedia(media, rowPicture)
    if (dropped) return api.storePicture(await dropped.blob())
    const answer = await fetch(droppedAddress(base, importId, rowPicture))
    if (!answer.ok) throw new Error(`${rowPicture} cannot be read: add your pictures first, or choose another picture.`)
    return api.storePicture(await answer.blob())
  }

  return useMutation({
    mutationFn: async ({ input, picture }: { input: CollectionInput; picture: PictureChoice }) => {
      const imageUrl = await addressOf(picture)
      return api.createCollection({ ...input, metadata: { ...input.metadata, imageUrl } })
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: keys.collections })
      onCreated(id)
    },
  })
}
