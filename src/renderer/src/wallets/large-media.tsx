import { Anchor, Center, Text } from '@mantine/core'
import { IconCube, IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useConnection, useMediaBase } from '../api/context.tsx'
import { isOfCore, mediaAddress, thumbnailAddress } from '../ui/media/address.ts'
import { Media } from '../ui/media/media.tsx'
import { whyNoPicture } from '../ui/media/use-picture.ts'
import classes from './nft-drawer.module.css'

const ModelView = lazy(() => import('./model/model-view.tsx'))

interface LargeMediaProps {
  /** Addresses, as metadata names them or `mintAddress` does; empty where there are none. */
  image: string
  animation: string
  name: string
}

/** What an NFT shows, by its bytes: a player for video and sound, a model that can be turned, else the picture. Pages are never run. */
export function LargeMedia({ image, animation, name }: LargeMediaProps) {
  const picture = <Media uri={image} name={name} fit="contain" />
  const base = useMediaBase()
  const connected = useConnection() === 'up'
  const named = animation === '' ? null : mediaAddress(base, animation)
  // A player requests by itself what it has not loaded, so it gets no address but the core's.
  const address = named !== null && isOfCore(named) && connected ? named : null
  const { data: kind } = useQuery({
    queryKey: ['media-kind', address],
    enabled: address !== null,
    queryFn: async () => (await whyNoPicture(thumbnailAddress(base, animation, 320) ?? ''))?.kind ?? 'image',
    refetchInterval: ({ state }) => (state.data === 'waiting' ? 2_500 : false),
  })
  /** A model that could not be drawn: its address, and the separate file that it names. */
  const [broken, setBroken] = useState<{ address: string; part: string | null } | null>(null)
  if (address === null) return picture
  switch (kind) {
    case 'video':
      return <video className={classes.video} src={address} controls loop muted playsInline aria-label={name} />
    case 'audio':
      return (
        <>
          {picture}
          {/* biome-ignore lint/a11y/useMediaCaption: a stranger's sound comes without captions */}
          <audio className={classes.audio} src={address} controls aria-label={name} />
        </>
      )
    case 'image':
      return <Media uri={animation} name={name} fit="contain" />
    case 'model':
      return broken?.address === address ? (
        <Beside icon={<IconCube size={16} aria-hidden />} picture={picture}>
          A model in three dimensions belongs to it, which cannot be shown here:{' '}
          {broken.part === null
            ? 'its file is damaged, or of a kind that is not known here.'
            : `it needs “${broken.part}”, a file beside it, which was not kept with it.`}{' '}
          <Anchor href={address} download size="sm">
            Save the model
          </Anchor>{' '}
          and open it in a program for models, such as Blender.
        </Beside>
      ) : (
        <Suspense fallback={picture}>
          <ModelView address={address} name={name} onFailed={(part) => setBroken({ address, part })} />
        </Suspense>
      )
    case 'page':
      return (
        <Beside icon={<IconWorld size={16} aria-hidden />} picture={picture}>
          A web page belongs to it. Mintdesk never runs such pages.
        </Beside>
      )
    default:
      return picture
  }
}

function Beside({ icon, picture, children }: { icon: ReactNode; picture: ReactNode; children: ReactNode }) {
  return (
    <>
      {picture}
      <Center p="xs">
        <Text size="sm" c="dimmed" className={classes.beside}>
          {icon} {children}
        </Text>
      </Center>
    </>
  )
}
