<?php
/**
 * "Send to Karta" in the list of orders.
 *
 * @package Karta
 */

defined( 'ABSPATH' ) || exit;

/** Sends chosen orders to Karta at once. */
class Karta_Bulk_Action {

	const ACTION = 'karta_send';
	/** Karta takes so many at once. */
	const MOST = 100;

	/** Hooks for orders in tables of their own, and for orders that are posts. */
	public static function start() {
		foreach ( array( 'woocommerce_page_wc-orders', 'edit-shop_order' ) as $screen ) {
			add_filter( 'bulk_actions-' . $screen, array( __CLASS__, 'offer' ) );
			add_filter( 'handle_bulk_actions-' . $screen, array( __CLASS__, 'send' ), 10, 3 );
		}
		add_action( 'admin_notices', array( __CLASS__, 'tell' ) );
	}

	/**
	 * Adds the action.
	 *
	 * @param array $actions Those that are there.
	 * @return array
	 */
	public static function offer( $actions ) {
		$actions[ self::ACTION ] = __( 'Send to Karta', 'karta-delivery' );
		return $actions;
	}

	/**
	 * Sends orders. WordPress has checked its nonce before.
	 *
	 * @param string $back   Where the browser goes next.
	 * @param string $action What was chosen.
	 * @param array  $ids    Orders.
	 * @return string
	 */
	public static function send( $back, $action, $ids ) {
		if ( self::ACTION !== $action || ! current_user_can( 'edit_shop_orders' ) ) {
			return $back;
		}
		$ids  = array_values( array_filter( array_map( 'absint', $ids ) ) );
		$sent = 0;
		$text = '';
		foreach ( array_chunk( $ids, self::MOST ) as $some ) {
			$answer = Karta_Client::ask( 'orders', array( 'ids' => array_map( 'strval', $some ) ) );
			if ( is_wp_error( $answer ) ) {
				$text = $answer->get_error_message();
				break;
			}
			$sent += isset( $answer['accepted'] ) ? (int) $answer['accepted'] : 0;
		}
		set_transient(
			'karta_sent_' . get_current_user_id(),
			array(
				'sent' => $sent,
				'text' => $text,
			),
			60
		);
		return $back;
	}

	/** Says what came of it. */
	public static function tell() {
		$name = 'karta_sent_' . get_current_user_id();
		$told = get_transient( $name );
		if ( ! is_array( $told ) ) {
			return;
		}
		delete_transient( $name );
		if ( $told['sent'] > 0 || '' === $told['text'] ) {
			/* translators: %d: number of orders */
			$sentence = sprintf( _n( '%d order sent to Karta.', '%d orders sent to Karta.', $told['sent'], 'karta-delivery' ), $told['sent'] );
			echo '<div class="notice notice-success is-dismissible"><p>' . esc_html( $sentence ) . '</p></div>';
		}
		if ( '' !== $told['text'] ) {
			echo '<div class="notice notice-error is-dismissible"><p>' . esc_html( $told['text'] ) . '</p></div>';
		}
	}
}
