<?php
// A receiver of Karta's webhooks. Start it with the secret: WEBHOOK_SECRET=whsec_… php -S localhost:8787 receiver.php

$mostSecondsOff = 300;
$secret = base64_decode(preg_replace('/^whsec_/', '', getenv('WEBHOOK_SECRET') ?: ''));
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$at = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$signatures = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');

$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$body", $secret, true));
// There are two signatures for a while after the secret was changed.
$matches = array_filter($signatures, fn ($given) => hash_equals($expected, $given));
if ($id === '' || !ctype_digit($at) || abs(time() - (int) $at) > $mostSecondsOff || !$matches) {
    http_response_code(401);
    return;
}
http_response_code(204);
// A real receiver keeps the ids it has seen in its database, together with what it does.
$event = json_decode($body, true);
error_log($event['type'] . ' ' . ($event['data']['id'] ?? ''));
