/** What the package player.js (0.0.11) sends, and what it listens for. */
export const EVENTS = ["ready", "progress", "timeupdate", "play", "pause", "ended", "error"];
export const METHODS = [
  ...["play", "pause", "getPaused", "mute", "unmute", "getMuted", "setVolume", "getVolume"],
  ...["getDuration", "setCurrentTime", "getCurrentTime", "setLoop", "getLoop"],
  ...["addEventListener", "removeEventListener"],
];
