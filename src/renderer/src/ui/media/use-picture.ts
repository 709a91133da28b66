import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type NoThumbnail, noThumbnail } from '../../../../shared/app-api/media.ts'
import { useConnection } from '../../api/context.tsx'
import { isOfCore } from './address.ts'

export interface PictureState {
  /** What an `<img>` loads; null where there is nothing to load now. */
  source: string | null
  shown: boolean
  missing: NoThumbnail | null
  onLoad(): void
  onError(): void
}

const unknown: NoThumbnail = { kind: 'unavailable', message: 'This picture cannot be loaded.' }
/** How often a picture that is on its way is asked for again, ms. */
const againAfter = 2_500

/**
 * Loads a small picture, and asks why there is none. It loads nothing while another program may be in the core's place: the request would
 * carry the cookie.
 * @param address from `thumbnailAddress`; for another address, the component's key starts a new state
 */
export function usePicture(address: string | null): PictureState {
  const connected = useConnection() === 'up'
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const ofCore = address !== null && isOfCore(address)
  const { data: missing } = useQuery({
    queryKey: ['no-picture', address],
    enabled: state === 'failed' && ofCore && connected,
    staleTime: 60_000,
    retry: false,
    queryFn: async () => {
      const why = await whyNoPicture(address ?? '')
      // The picture has arrived meanwhile.
      if (why === null) setState('loading')
      return why
    },
    refetchInterval: ({ state: { data } }) => (data?.kind === 'waiting' ? againAfter : false),
  })
  const waits = ofCore && !connected && state !== 'shown'
  return {
    source: waits || state === 'failed' ? null : address,
    shown: state === 'shown',
    missing: state !== 'failed' ? null : ofCore ? (missing ?? null) : unknown,
    onLoad: () => setState('shown'),
    onError: () => setState('failed'),
  }
}

/** Why a thumbnail's address has no picture; null if it has one. */
export async function whyNoPicture(address: string): Promise<NoThumbnail | null> {
  const answer = await fetch(address)
  if (answer.headers.get('content-type')?.startsWith('image/')) return null
  return noThumbnail.catch(unknown).parse(await answer.json().catch(() => null))
}
