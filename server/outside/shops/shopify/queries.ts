/*
 * What Karta asks Shopify's GraphQL Admin API. Names of operations are ours: the fake store answers by them.
 */

/** Released four times a year; each works for about a year. */
export const apiVersion = '2026-07'

/** How many orders a page has. With their lines, more would cost more than one query may. */
export const pageSize = 25

const orderFields = `id name createdAt updatedAt test cancelledAt note tags email phone customerLocale currencyCode
  displayFinancialStatus paymentGatewayNames
  totalPriceSet { shopMoney { amount } } totalOutstandingSet { shopMoney { amount } }
  customAttributes { key value } shippingLine { title code phone }
  shippingAddress { name company phone address1 address2 city province zip countryCodeV2 latitude longitude }`
const partFields = `id status assignedLocation { name location { id } }
  deliveryMethod { methodType minDeliveryDateTime maxDeliveryDateTime additionalInformation { instructions phone } }`
const lineFields = `id totalQuantity remainingQuantity requiresShipping sku productTitle variantTitle weight { value unit }`

const order = `${orderFields}
  fulfillmentOrders(first: 10) { nodes { ${partFields} lineItems(first: 50) { nodes { ${lineFields} } } } }`

export const readOrderQuery = `query KartaOrder($id: ID!) { order(id: $id) { ${order} } }`

export const listOrdersQuery = `query KartaOrders($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor } nodes { ${order} } } }`

export const locationsQuery = `query KartaLocations {
  locations(first: 200) { nodes { id name address { formatted } } } }`

export const hooksQuery = `query KartaHooks { webhookSubscriptions(first: 100) {
  nodes { id topic endpoint { ... on WebhookHttpEndpoint { callbackUrl } } } } }`
export const addHook = `mutation KartaAddHook($topic: WebhookSubscriptionTopic!, $sub: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $sub) { userErrors { field message } } }`
export const removeHook = `mutation KartaRemoveHook($id: ID!) {
  webhookSubscriptionDelete(id: $id) { userErrors { field message } } }`

export const ratesQuery = `query KartaRates { carrierServices(first: 50) { nodes { id callbackUrl } } }`
export const addRates = `mutation KartaAddRates($i: DeliveryCarrierServiceCreateInput!) { carrierServiceCreate(input: $i) {
  carrierService { id } userErrors { field message } } }`

export const removeRates = `mutation KartaRemoveRates($id: ID!) {
  carrierServiceDelete(id: $id) { userErrors { field message } } }`

export const fulfillmentsQuery = `query KartaFulfillments($id: ID!) { order(id: $id) { fulfillments(first: 50) {
  id status trackingInfo { number } events(first: 100) { nodes { status happenedAt } } } } }`
export const fulfill = `mutation KartaFulfill($f: FulfillmentInput!) { fulfillmentCreate(fulfillment: $f) {
  fulfillment { id } userErrors { field message } } }`
export const addFulfillmentEvent = `mutation KartaFulfillmentEvent($e: FulfillmentEventInput!) {
  fulfillmentEventCreate(fulfillmentEvent: $e) { fulfillmentEvent { id } userErrors { field message } } }`
export const cancelFulfillment = `mutation KartaCancelFulfillment($id: ID!) {
  fulfillmentCancel(id: $id) { fulfillment { id } userErrors { field message } } }`

/** All orders in one file: it costs no more than one query, however many there are. */
export const bulkMutation = (search: string) => `mutation KartaBulk { bulkOperationRunQuery(query: """
  { orders(query: "${search}", sortKey: UPDATED_AT) { edges { node { ${orderFields}
    fulfillmentOrders { edges { node { ${partFields} lineItems { edges { node { ${lineFields} } } } } } } } } } }
  """) { bulkOperation { id status } userErrors { field message } } }`
export const bulkQuery = `query KartaBulkState($id: ID!) { node(id: $id) { ... on BulkOperation {
  id status errorCode url } } }`
