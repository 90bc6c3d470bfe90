<?php
/**
 * What happens at the checkout: the chosen time is held, and written on the order.
 *
 * @package Karta
 */

defined( 'ABSPATH' ) || exit;

/** Holds the time that a buyer chose, before the order is made. */
class Karta_Checkout {

	/** Hooks of the classic checkout and of the one made of blocks. */
	public static function start() {
		add_filter( 'woocommerce_cart_shipping_packages', array( __CLASS__, 'keep_fresh' ) );
		add_action( 'woocommerce_checkout_create_order', array( __CLASS__, 'take_time' ), 20 );
		add_action( 'woocommerce_store_api_checkout_update_order_from_request', array( __CLASS__, 'take_time_in_blocks' ), 20 );
	}

	/**
	 * WooCommerce keeps rates until the package changes. Times pass: after five minutes it has to ask again.
	 *
	 * @param array $packages What is shipped.
	 * @return array
	 */
	public static function keep_fresh( $packages ) {
		foreach ( $packages as $at => $package ) {
			$packages[ $at ]['karta_asked'] = (int) floor( time() / 300 );
		}
		return $packages;
	}

	/**
	 * Holds the time and writes it on the order.
	 *
	 * @param WC_Order $order Not saved yet.
	 * @throws Exception If somebody else was faster; the buyer reads why, and chooses again.
	 */
	public static function take_time( $order ) {
		$code = self::slot_of( $order );
		if ( null === $code ) {
			return;
		}
		$order->update_meta_data( '_karta_slot', $code );
		$held = Karta_Client::ask( 'holds', self::wanted( $order, $code ) );
		if ( ! is_wp_error( $held ) && isset( $held['id'] ) && is_string( $held['id'] ) ) {
			$order->update_meta_data( '_karta_hold', $held['id'] );
			self::remember( $held['id'] );
			return;
		}
		// While Karta is away the shop sells on; Karta books the time when the order arrives.
		if ( is_wp_error( $held ) && in_array( $held->get_error_code(), array( 'slot_taken', 'slot_not_offered' ), true ) ) {
			throw new Exception( esc_html__( 'This delivery time was just taken. Choose another one.', 'karta-delivery' ) );
		}
	}

	/**
	 * The same for blocks, which want the refusal in their own words.
	 *
	 * @param WC_Order $order The draft that becomes the order.
	 * @throws Exception If somebody else was faster.
	 */
	public static function take_time_in_blocks( $order ) {
		try {
			self::take_time( $order );
		} catch ( Exception $refusal ) {
			$route_exception = '\Automattic\WooCommerce\StoreApi\Exceptions\RouteException';
			if ( class_exists( $route_exception ) ) {
				throw new $route_exception( 'karta_slot_taken', $refusal->getMessage(), 409 );
			}
			throw $refusal;
		}
	}

	/**
	 * The code of the time that the order is for.
	 *
	 * @param WC_Order $order The order.
	 * @return string|null
	 */
	public static function slot_of( $order ) {
		foreach ( $order->get_items( 'shipping' ) as $item ) {
			$code = (string) $item->get_meta( 'karta_slot' );
			if ( 'karta' === $item->get_method_id() && '' !== $code ) {
				return $code;
			}
		}
		return null;
	}

	/**
	 * The question of the hold. A buyer who comes back to the checkout gives the earlier time back.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $code  The time.
	 * @return array
	 */
	private static function wanted( $order, $code ) {
		$packages = WC()->shipping()->get_packages();
		$package  = reset( $packages );
		$question = Karta_Question::of( is_array( $package ) ? $package : array(), '' );
		$before   = WC()->session ? WC()->session->get( 'karta_hold' ) : null;
		return array(
			'address'      => array_merge( $question['address'], self::address_of( $order ) ),
			'weight_grams' => $question['weight_grams'],
			'code'         => $code,
			'instead_of'   => is_string( $before ) && '' !== $before ? $before : null,
		);
	}

	/**
	 * The street, which the address of a cart may lack.
	 *
	 * @param WC_Order $order The order.
	 * @return array
	 */
	private static function address_of( $order ) {
		$kind = '' === (string) $order->get_shipping_address_1() ? 'billing' : 'shipping';
		$read = function ( $field ) use ( $order, $kind ) {
			return (string) call_user_func( array( $order, 'get_' . $kind . '_' . $field ) );
		};
		return array_filter(
			array(
				'line1'    => $read( 'address_1' ),
				'line2'    => $read( 'address_2' ),
				'city'     => $read( 'city' ),
				'region'   => $read( 'state' ),
				'postcode' => $read( 'postcode' ),
				'country'  => $read( 'country' ),
			)
		);
	}

	/**
	 * Remembers what this buyer holds.
	 *
	 * @param string $id The hold.
	 */
	private static function remember( $id ) {
		if ( WC()->session ) {
			WC()->session->set( 'karta_hold', $id );
		}
	}
}
