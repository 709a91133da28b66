import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import basisScript from 'three/examples/jsm/libs/basis/basis_transcoder.js?url'
import basisProgram from 'three/examples/jsm/libs/basis/basis_transcoder.wasm?url'
import dracoProgram from 'three/examples/jsm/libs/draco/gltf/draco_decoder.wasm?url'
import dracoScript from 'three/examples/jsm/libs/draco/gltf/draco_wasm_wrapper.js?url'
import { modelParts } from '../../../../shared/media/model-parts.ts'
import classes from '../nft-drawer.module.css'
import frameScript from './frame.ts?worker&url'
import type { FrameMessage, ModelMessage } from './messages.ts'

/** The file names that three.js requests. */
const decoders = [
  ['draco_wasm_wrapper.js', dracoScript],
  ['draco_decoder.wasm', dracoProgram],
  ['basis_transcoder.js', basisScript],
  ['basis_transcoder.wasm', basisProgram],
] as const

interface ModelViewProps {
  /** Where the core serves the model. */
  address: string
  name: string
  /** The model cannot be drawn. @param part the separate file that it names, where that is the reason */
  onFailed(part: string | null): void
}

/**
 * A 3D model that can be turned by mouse and keys. It is drawn in a frame that has no origin, no cookie and no network: the window hands over
 * all that it needs.
 */
export default function ModelView({ address, name, onFailed }: ModelViewProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const turns = !useReducedMotion()
  const failed = useRef(onFailed)
  failed.current = onFailed
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const answer = async ({ source, data }: MessageEvent<FrameMessage>): Promise<void> => {
      const inner = frame.current?.contentWindow
      if (!inner || source !== inner) return
      if (data === 'failed') failed.current(null)
      if (data === 'shown') frame.current?.setAttribute('data-shown', 'true')
      if (data !== 'ready') return
      const message = await messageOf(address, name, turns, signal)
      const [part] = partsOf(message.model)
      if (part === undefined) inner.postMessage(message, '*')
      else failed.current(part)
    }
    window.addEventListener(
      'message',
      (event) => {
        answer(event).catch(() => {
          if (!signal.aborted) failed.current(null)
        })
      },
      { signal },
    )
    return () => stop.abort()
  }, [address, name, turns])
  return (
    <iframe
      ref={frame}
      className={classes.model}
      src="/model-frame"
      sandbox="allow-scripts"
      title={name === '' ? 'Model of the NFT' : `Model of ${name}`}
    />
  )
}

async function messageOf(address: string, name: string, turns: boolean, signal: AbortSignal): Promise<ModelMessage> {
  const load = async (from: string): Promise<Response> => {
    const answer = await fetch(from, { signal })
    if (!answer.ok) throw new Error(`${from} was answered with status ${answer.status}`)
    return answer
  }
  const [script, model, ...bytes] = await Promise.all([
    load(frameScript).then((answer) => answer.text()),
    load(address).then((answer) => answer.arrayBuffer()),
    ...decoders.map(([, from]) => load(from).then((answer) => answer.arrayBuffer())),
  ])
  const files = decoders.flatMap(([file], at) => {
    const found = bytes[at]
    return found === undefined ? [] : [[file, found] as const]
  })
  return { script, files, model, name, turns }
}

/** The separate files that a model in text form names. */
function partsOf(model: ArrayBuffer): string[] {
  const isText = new Uint8Array(model, 0, Math.min(1, model.byteLength))[0] !== 'g'.charCodeAt(0)
  return isText ? modelParts(new TextDecoder().decode(model)) : []
}
