/**
 * A media server is set up, and is not there: for what our own rows decide. Import it before anything of the application:
 * settings are read once.
 */
Object.assign(process.env, {
  LIVEKIT_URL: "ws://127.0.0.1:1",
  LIVEKIT_API_KEY: "test",
  LIVEKIT_API_SECRET: "a-secret-of-at-least-32-characters-long",
});
