import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm run dev` finds the API: the address that `metier serve` prints. */
const server = process.env.METIER_SERVER ?? 'http://127.0.0.1:7391'

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2023',
    // A data: URL would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    reportCompressedSize: false,
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: server, changeOrigin: true } } },
})
