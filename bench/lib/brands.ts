/** Terms of the script that a dictionary has to bring in. */
export const SPOKEN_BRANDS = ["Salesforce", "HubSpot", "CRM", "Gong", "onboarding"];

/** Brands that nobody says: a dictionary must not make them heard. */
export const BIAS_BRANDS =
  "Zendesk Okta Jira Asana Trello Slack Zoom Dropbox Snowflake Databricks Datadog Splunk Twilio Stripe Shopify Marketo Pardot Intercom Freshdesk Pipedrive Outreach Salesloft Clari Chorus Dialpad Aircall Webex Notion Figma Miro Airtable Workday NetSuite Gusto DocuSign".split(
    " ",
  );
