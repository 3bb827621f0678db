import {
  AddEquation,
  type Camera,
  CustomBlending,
  DoubleSide,
  FrontSide,
  Mesh,
  NoToneMapping,
  OrthographicCamera,
  type Plane,
  PlaneGeometry,
  type Scene,
  ShaderMaterial,
  SrcColorFactor,
  Vector2,
  type WebGLRenderer,
  ZeroFactor,
} from 'three'
import { GTAOPass } from 'three/addons/postprocessing/GTAOPass.js'

/** Corners and gaps this near darken each other, as a share of the distance of the eye. */
const RADIUS_SHARE = 0.028
const RADIUS_MIN_M = 0.35
const RADIUS_MAX_M = 2.5
/** Share of the darkening that is drawn. */
const STRENGTH = 0.65
/** The layer of glass and of the far ground, which darken nothing. */
export const GLASS_LAYER = 2

/** Darkens corners of a picture that is already drawn. */
export interface AmbientOcclusion {
  /** Draws over the picture of the canvas, for an eye at this distance. */
  draw(distance: number): void
  setClip(planes: Plane[]): void
}

export function openAmbientOcclusion(
  renderer: WebGLRenderer,
  scene: Scene,
  camera: Camera,
): AmbientOcclusion {
  const pass = new GTAOPass(scene, camera, 1, 1)
  pass.output = GTAOPass.OUTPUT.Off
  pass.updateGtaoMaterial({ distanceExponent: 1.4, thickness: 0.6, scale: 1.1 })
  pass.updatePdMaterial({
    lumaPhi: 10,
    depthPhi: 2,
    normalPhi: 3,
    radius: 10,
    rings: 4,
    samples: 16,
  })
  pass.normalMaterial.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#ifdef OPAQUE',
      'if (!gl_FrontFacing) gl_FragColor.a = 0.0;\n#ifdef OPAQUE',
    )
  }
  const cover = new Mesh(new PlaneGeometry(2, 2), multiplying())
  const flat = new OrthographicCamera(-1, 1, 1, -1, 0, 1)
  const size = new Vector2()
  const material = cover.material as ShaderMaterial
  return {
    draw(distance) {
      const radius = Math.min(RADIUS_MAX_M, Math.max(RADIUS_MIN_M, distance * RADIUS_SHARE))
      pass.updateGtaoMaterial({ radius })
      renderer.getDrawingBufferSize(size)
      pass.setSize(size.x, size.y)
      camera.layers.disable(GLASS_LAYER)
      const { autoClear, toneMapping } = renderer
      const background = scene.background
      // The background is not part of the shapes, and would be drawn twice.
      scene.background = null
      // The pass uses no buffers of its caller with this output.
      pass.render(renderer, null as never, null as never, 0, false)
      scene.background = background
      camera.layers.enable(GLASS_LAYER)
      material.uniforms.shade.value = pass.gtaoMap
      material.uniforms.normals.value = pass.normalTexture
      material.uniforms.depths.value = pass.depthTexture
      material.uniforms.pixel.value.set(1 / size.x, 1 / size.y)
      renderer.setRenderTarget(null)
      renderer.autoClear = false
      renderer.toneMapping = NoToneMapping
      renderer.render(cover, flat)
      renderer.autoClear = autoClear
      renderer.toneMapping = toneMapping
    },
    setClip(planes) {
      pass.normalMaterial.clippingPlanes = planes
      // Back faces of a solid that is cut open are its cut, and hide what is behind them.
      pass.normalMaterial.side = planes.length > 0 ? DoubleSide : FrontSide
      pass.normalMaterial.needsUpdate = true
    },
  }
}

/** Multiplies what is drawn by the shade of corners. */
function multiplying(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      shade: { value: null },
      normals: { value: null },
      depths: { value: null },
      strength: { value: STRENGTH },
      pixel: { value: new Vector2() },
    },
    vertexShader:
      'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }',
    // A dark line of few pixels between two bright faces is a gap, and no corner. A cut, which has
    // no alpha, has no corners. The near side of a silhouette, from which depths go back both ways,
    // would have the shade of what is behind it.
    fragmentShader: `varying vec2 at; uniform sampler2D shade, normals, depths;
      uniform float strength; uniform vec2 pixel;
      float near(float x, float y) { return texture2D(shade, at + pixel * vec2(x, y)).r; }
      float deep(float x, float y) { return texture2D(depths, at + pixel * vec2(x, y)).r; }
      float bend(float x, float y) {
        float own = deep(0.0, 0.0);
        return (deep(x, y) + deep(-x, -y) - 2.0 * own) / max(1.0 - own, 1e-6);
      }
      void main() {
        float light = max(near(0.0, 0.0), 0.25);
        for (float far = 3.0; far < 6.0; far += 2.0) {
          float across = min(near(-far, 0.0), near(far, 0.0));
          float along = min(near(0.0, -far), near(0.0, far));
          float beside = max(across, along);
          light = mix(light, max(light, beside), smoothstep(0.8, 0.95, beside));
        }
        light = mix(1.0, light, texture2D(normals, at).a);
        float edge = max(bend(1.0, 0.0), bend(0.0, 1.0));
        light = mix(light, 1.0, smoothstep(0.01, 0.04, edge));
        gl_FragColor = vec4(vec3(mix(1.0, light, strength)), 1.0);
      }`,
    transparent: true,
    depthTest: false,
    depthWrite: false,
    // The picture times the shade.
    blending: CustomBlending,
    blendEquation: AddEquation,
    blendSrc: ZeroFactor,
    blendDst: SrcColorFactor,
  })
}
