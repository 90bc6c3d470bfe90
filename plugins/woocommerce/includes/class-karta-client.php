<?php
/**
 * Calls to Karta. Each is signed with the shop's key, which itself is never sent.
 *
 * @package Karta
 */

defined( 'ABSPATH' ) || exit;

/** Asks Karta, and gives its answer or a sentence about why there is none. */
class Karta_Client {

	/** A checkout waits no longer, in seconds. */
	const PATIENCE = 6;

	/**
	 * Whether a key is as Karta gives them: the connection, and its secret.
	 *
	 * @param string $key What somebody entered.
	 * @return array|null `connection` and `secret`.
	 */
	public static function read_key( $key ) {
		if ( ! preg_match( '/^ks_([0-9a-f-]{36})_([A-Za-z0-9]{40,100})$/', (string) $key, $parts ) ) {
			return null;
		}
		return array(
			'connection' => $parts[1],
			'secret'     => $parts[2],
		);
	}

	/**
	 * Sends something to Karta.
	 *
	 * @param string $what `rates`, `holds`, `orders` or `ping`.
	 * @param array  $body What to send.
	 * @return array|WP_Error Karta's answer.
	 */
	public static function ask( $what, $body ) {
		$address = untrailingslashit( (string) get_option( 'karta_address', '' ) );
		$key     = self::read_key( get_option( 'karta_key', '' ) );
		if ( '' === $address || null === $key ) {
			return new WP_Error( 'karta_not_set_up', __( 'Enter the address of Karta and the key of this shop under WooCommerce, Karta.', 'karta-delivery' ) );
		}
		// An empty list of ours is an object to Karta.
		$json = wp_json_encode( empty( $body ) ? new stdClass() : $body );
		if ( false === $json ) {
			return new WP_Error( 'karta_unreadable', __( 'The order contains characters that cannot be sent.', 'karta-delivery' ) );
		}
		$time     = (string) time();
		$response = wp_remote_post(
			$address . '/v1/shops/woocommerce/' . $key['connection'] . '/' . $what,
			array(
				'timeout'     => self::PATIENCE,
				'redirection' => 0,
				'headers'     => array(
					'Content-Type'      => 'application/json',
					'Accept'            => 'application/json',
					'X-Karta-Timestamp' => $time,
					'X-Karta-Signature' => 'v1=' . hash_hmac( 'sha256', $time . '.' . $what . '.' . $json, $key['secret'] ),
					'User-Agent'        => 'Karta-WooCommerce/' . KARTA_VERSION,
				),
				'body'        => $json,
			)
		);
		return self::read( $response );
	}

	/**
	 * What came back, as an array or as a sentence.
	 *
	 * @param array|WP_Error $response As WordPress has it.
	 * @return array|WP_Error
	 */
	private static function read( $response ) {
		if ( is_wp_error( $response ) ) {
			return new WP_Error( 'karta_unreachable', __( 'Karta cannot be reached. Check its address, and try again.', 'karta-delivery' ) );
		}
		$status = (int) wp_remote_retrieve_response_code( $response );
		$answer = json_decode( wp_remote_retrieve_body( $response ), true );
		if ( 200 <= $status && $status < 300 && is_array( $answer ) ) {
			return $answer;
		}
		$sentence = isset( $answer['title'] ) && is_string( $answer['title'] )
			? $answer['title']
			: __( 'Karta gave an answer that this plugin does not understand. Check its address.', 'karta-delivery' );
		$code     = isset( $answer['code'] ) && is_string( $answer['code'] ) ? $answer['code'] : 'karta_refused';
		return new WP_Error( $code, $sentence, array( 'status' => $status ) );
	}
}
