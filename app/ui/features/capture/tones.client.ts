const RATE = 24_000;
const NOTES_HZ = [523.25, 659.25];
const NOTE_MS = 320;

/**
 * Plays two tones through a speaker; browsers allow it where a person has pressed something.
 * @param speakerId null for the system's choice
 * @throws what the browser says when the device is gone or sound is held back
 */
export async function playTones(speakerId: string | null): Promise<void> {
  const url = URL.createObjectURL(new Blob([toneWav()], { type: "audio/wav" }));
  const audio = new Audio(url);
  try {
    if (speakerId !== null && "setSinkId" in audio) await audio.setSinkId(speakerId);
    await audio.play();
    await new Promise((resolve) => audio.addEventListener("ended", resolve, { once: true }));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** 16-bit mono WAV with soft ends, so that no click is taken for a fault. */
function toneWav(): ArrayBuffer {
  const each = Math.round((RATE * NOTE_MS) / 1000);
  const length = each * NOTES_HZ.length;
  const bytes = new DataView(new ArrayBuffer(44 + length * 2));
  const text = (at: number, said: string) => {
    for (let n = 0; n < said.length; n++) bytes.setUint8(at + n, said.charCodeAt(n));
  };
  text(0, "RIFF");
  bytes.setUint32(4, 36 + length * 2, true);
  text(8, "WAVEfmt ");
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, RATE, true);
  bytes.setUint32(28, RATE * 2, true);
  bytes.setUint16(32, 2, true);
  bytes.setUint16(34, 16, true);
  text(36, "data");
  bytes.setUint32(40, length * 2, true);
  NOTES_HZ.forEach((hz, note) => {
    for (let at = 0; at < each; at++) {
      const soft = Math.min(1, at / 480, (each - at) / 4_800);
      const value = Math.sin((2 * Math.PI * hz * at) / RATE) * 0.25 * soft;
      bytes.setInt16(44 + (note * each + at) * 2, Math.round(value * 0x7fff), true);
    }
  });
  return bytes.buffer;
}
