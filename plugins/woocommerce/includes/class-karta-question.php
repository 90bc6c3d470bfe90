<?php
/**
 * What Karta is asked about a cart, in its own words.
 *
 * @package Karta
 */

defined( 'ABSPATH' ) || exit;

/** A package of the checkout as Karta reads it. */
class Karta_Question {

	/**
	 * A package of WooCommerce: where it goes, what is in it.
	 *
	 * @param array  $package As `calculate_shipping` gets it.
	 * @param string $method  The name of the method in its zone.
	 * @return array
	 */
	public static function of( $package, $method ) {
		$to = isset( $package['destination'] ) ? $package['destination'] : array();
		return array(
			'address'      => self::address( $to ),
			'method'       => $method,
			'currency'     => get_woocommerce_currency(),
			'total'        => wc_format_decimal( isset( $package['contents_cost'] ) ? $package['contents_cost'] : 0, wc_get_price_decimals() ),
			'weight_grams' => self::grams( isset( $package['contents'] ) ? $package['contents'] : array() ),
			'tags'         => self::tags( isset( $package['contents'] ) ? $package['contents'] : array() ),
			'locale'       => str_replace( '_', '-', get_locale() ),
		);
	}

	/**
	 * An address.
	 *
	 * @param array $to As WooCommerce has it.
	 * @return array
	 */
	private static function address( $to ) {
		$parts = array(
			'line1'    => 'address_1',
			'line2'    => 'address_2',
			'city'     => 'city',
			'region'   => 'state',
			'postcode' => 'postcode',
			'country'  => 'country',
		);
		$address = array();
		foreach ( $parts as $name => $field ) {
			$value            = isset( $to[ $field ] ) ? trim( (string) $to[ $field ] ) : '';
			$address[ $name ] = '' === $value ? null : $value;
		}
		// Before version 3 of its own template, WooCommerce called the first line "address".
		if ( null === $address['line1'] && ! empty( $to['address'] ) ) {
			$address['line1'] = trim( (string) $to['address'] );
		}
		return $address;
	}

	/**
	 * The weight of what is shipped, in grams.
	 *
	 * @param array $contents Items of the cart.
	 * @return int
	 */
	private static function grams( $contents ) {
		$grams = 0.0;
		foreach ( $contents as $item ) {
			if ( $item['data']->needs_shipping() ) {
				$grams += (float) wc_get_weight( (float) $item['data']->get_weight(), 'g' ) * (float) $item['quantity'];
			}
		}
		return (int) round( $grams );
	}

	/**
	 * Tags and shipping classes of what is in it, by which rules may choose.
	 *
	 * @param array $contents Items of the cart.
	 * @return string[]
	 */
	private static function tags( $contents ) {
		$tags = array();
		foreach ( $contents as $item ) {
			$product = $item['data'];
			$class   = (string) $product->get_shipping_class();
			$id      = $product->get_parent_id() ? $product->get_parent_id() : $product->get_id();
			$terms   = wp_get_post_terms( $id, 'product_tag', array( 'fields' => 'names' ) );
			$tags    = array_merge( $tags, '' === $class ? array() : array( $class ), is_array( $terms ) ? $terms : array() );
		}
		return array_slice( array_values( array_unique( $tags ) ), 0, 50 );
	}
}
