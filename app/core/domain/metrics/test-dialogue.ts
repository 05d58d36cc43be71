import type { SpokenSegment } from "../words/spoken.ts";
import { seeded } from "./test-calls.ts";

/** The script of speech §15: turns alternate between us and the customer. */
export const DIALOGUE: readonly string[] = [
  "hi jordan thanks for making time today how are you doing",
  "good thanks i am doing well how about you",
  "doing great so before we start i want to confirm that we have thirty minutes and that you are still okay with me recording the call",
  "yeah that works for me",
  "perfect so last time we spoke you mentioned that your sales team is growing quickly can you tell me a little more about that",
  "sure so we have about forty five reps right now and we are planning to hire another twenty by the end of the third quarter",
  "wow that is a lot of new people to train what does your onboarding process look like today",
  "honestly it is a mess new reps listen to a few recorded calls and then they shadow a manager for two weeks",
  "got it and what is the biggest problem with doing it that way",
  "the biggest problem is time our managers spend six or seven hours a week listening to calls and it still takes four months for a new rep to hit quota",
  "that makes sense and what happens if you do not solve this before you hire those twenty people",
  "we would probably miss our number for the year i mean each rep carries a quota of eight hundred thousand dollars",
  "right so that is a serious amount of revenue at risk",
  "exactly and on top of that nobody updates the crm so the forecast is always wrong",
  "how are you tracking the forecast right now",
  "it is all in a spreadsheet my operations person spends every friday chasing people for updates",
  "okay that is really helpful so let me show you how our product records the call writes the summary and then fills in the fields in your crm automatically",
  "that would be great does it work with salesforce",
  "yes it works with salesforce and hubspot and you can choose which fields are updated",
  "nice and what about security our legal team is going to ask where the data is stored",
  "good question you can host it on your own servers so the recordings never leave your network",
  "okay that is important because we looked at gong last year and legal said no",
  "i understand what did you like or dislike about gong",
  "we liked the analytics but it was too expensive and the contract was for three years",
  "what kind of budget have you set aside for this project",
  "we have around sixty thousand dollars for this year but i would need approval from our chief financial officer for anything above fifty",
  "and who else would be involved in the decision",
  "it would be me our head of operations maria and the chief financial officer david",
  "great when would you like to have something in place",
  "ideally we want to go live before september first so that the new hires can use it",
  "okay working backwards from that date we would need to sign by the end of july does that sound realistic",
  "i think so but procurement usually takes about four weeks",
  "then let us plan for that i can send you the security documents and a proposal by thursday",
  "that sounds good can you also include pricing for sixty five users",
  "absolutely our standard price is seventy nine dollars per user per month and there is a discount if you pay for the whole year",
  "what kind of discount are we talking about",
  "it is usually fifteen percent for an annual contract",
  "okay that is better than what we were quoted before",
  "i am glad to hear that is there anything that could stop this from moving forward",
  "the only thing is the integration if it does not update our custom fields then the team will not use it",
  "that is fair so why do not we set up a technical session with your operations person next tuesday at two in the afternoon",
  "tuesday works let me check with maria and i will confirm by email",
  "perfect so to summarize i will send the security documents and the proposal by thursday and you will introduce me to maria and confirm the session on tuesday",
  "yes that is right",
  "is there anything else i should know before then",
  "no i think we covered everything thank you so much for your time",
  "thank you jordan have a great rest of your day",
  "you too bye",
];

/** Turns as segments with spread word times: 0.32 s a word, gaps of −0.1 … 0.9 s from a fixed seed. */
export function segmentsOf(turns: readonly string[], seed = 7): SpokenSegment[] {
  const random = seeded(seed);
  let at = 500;
  return turns.map((text, no) => {
    const words = text.split(" ").map((word, n) => ({
      text: word,
      t0Ms: at + n * 320,
      t1Ms: at + n * 320 + 300,
    }));
    const segment: SpokenSegment = {
      no,
      participantId: no % 2 === 0 ? "rep" : "customer",
      side: no % 2 === 0 ? "R" : "C",
      t0Ms: at,
      t1Ms: at + words.length * 320 - 20,
      text,
      words,
    };
    at = segment.t1Ms + Math.round(random() * 1000) - 100;
    return segment;
  });
}
