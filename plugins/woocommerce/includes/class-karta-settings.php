<?php
/**
 * The settings page: WooCommerce, Karta.
 *
 * @package Karta
 */

defined( 'ABSPATH' ) || exit;

/** Where Karta is, the shop's key, and the shipping zone in which Karta delivers. */
class Karta_Settings {

	const PAGE  = 'karta-delivery';
	const NONCE = 'karta_save_settings';

	/** Hooks. */
	public static function start() {
		add_action( 'admin_menu', array( __CLASS__, 'add_page' ) );
		add_action( 'admin_post_karta_save', array( __CLASS__, 'save' ) );
		add_filter( 'plugin_action_links_' . plugin_basename( KARTA_FILE ), array( __CLASS__, 'link_settings' ) );
	}

	/** The page in the menu of WooCommerce. */
	public static function add_page() {
		add_submenu_page(
			'woocommerce',
			__( 'Karta', 'karta-delivery' ),
			__( 'Karta', 'karta-delivery' ),
			'manage_woocommerce',
			self::PAGE,
			array( __CLASS__, 'show' )
		);
	}

	/**
	 * A link to the settings in the list of plugins.
	 *
	 * @param array $links Links that are there.
	 * @return array
	 */
	public static function link_settings( $links ) {
		$link = '<a href="' . esc_url( self::url() ) . '">' . esc_html__( 'Settings', 'karta-delivery' ) . '</a>';
		return array_merge( array( $link ), $links );
	}

	/**
	 * The page's address.
	 *
	 * @param array $with Further parts of the query.
	 * @return string
	 */
	private static function url( $with = array() ) {
		return add_query_arg( array_merge( array( 'page' => self::PAGE ), $with ), admin_url( 'admin.php' ) );
	}

	/** Shows the page. */
	public static function show() {
		if ( ! current_user_can( 'manage_woocommerce' ) ) {
			return;
		}
		$notice = get_transient( 'karta_notice_' . get_current_user_id() );
		delete_transient( 'karta_notice_' . get_current_user_id() );
		echo '<div class="wrap"><h1>' . esc_html__( 'Karta', 'karta-delivery' ) . '</h1>';
		if ( is_array( $notice ) ) {
			printf( '<div class="notice notice-%s"><p>%s</p></div>', esc_attr( $notice['kind'] ), esc_html( $notice['text'] ) );
		}
		echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '">';
		echo '<input type="hidden" name="action" value="karta_save">';
		wp_nonce_field( self::NONCE );
		echo '<table class="form-table" role="presentation">';
		self::row(
			'karta_address',
			__( 'Address of Karta', 'karta-delivery' ),
			'<input class="regular-text" type="url" id="karta_address" name="karta_address" required value="' . esc_attr( get_option( 'karta_address', '' ) ) . '">',
			__( 'Such as https://karta.example.com.', 'karta-delivery' )
		);
		$placeholder = get_option( 'karta_key', '' ) ? __( 'Saved. Enter another one to replace it.', 'karta-delivery' ) : 'ks_…';
		self::row(
			'karta_key',
			__( 'Key of this shop', 'karta-delivery' ),
			'<input class="regular-text" type="password" autocomplete="off" id="karta_key" name="karta_key" placeholder="' . esc_attr( $placeholder ) . '">',
			__( 'In Karta: Integrations, WooCommerce, Plugin key.', 'karta-delivery' )
		);
		self::row(
			'karta_zone',
			__( 'Shipping zone', 'karta-delivery' ),
			self::zones(),
			__( 'Buyers in this zone choose a delivery time of Karta at the checkout.', 'karta-delivery' )
		);
		echo '</table>';
		submit_button( __( 'Save and test', 'karta-delivery' ) );
		echo '</form></div>';
	}

	/**
	 * One row of the form.
	 *
	 * @param string $id    The field.
	 * @param string $label Its name.
	 * @param string $field Its HTML, escaped.
	 * @param string $help  A sentence.
	 */
	private static function row( $id, $label, $field, $help ) {
		printf( '<tr><th scope="row"><label for="%s">%s</label></th><td>', esc_attr( $id ), esc_html( $label ) );
		echo $field; // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- escaped where it is made.
		printf( '<p class="description">%s</p></td></tr>', esc_html( $help ) );
	}

	/**
	 * The choice of a shipping zone.
	 *
	 * @return string HTML.
	 */
	private static function zones() {
		$chosen = (string) get_option( 'karta_zone', '' );
		$html   = '<select id="karta_zone" name="karta_zone"><option value="">' . esc_html__( 'None yet', 'karta-delivery' ) . '</option>';
		foreach ( WC_Shipping_Zones::get_zones() as $zone ) {
			$html .= sprintf(
				'<option value="%s"%s>%s</option>',
				esc_attr( $zone['zone_id'] ),
				(string) $zone['zone_id'] === $chosen ? ' selected' : '',
				esc_html( $zone['zone_name'] )
			);
		}
		return $html . '</select>';
	}

	/** Saves the form, and tries the key. */
	public static function save() {
		if ( ! current_user_can( 'manage_woocommerce' ) ) {
			wp_die( esc_html__( 'You may not change these settings.', 'karta-delivery' ), '', array( 'response' => 403 ) );
		}
		check_admin_referer( self::NONCE );
		$address = isset( $_POST['karta_address'] ) ? untrailingslashit( esc_url_raw( wp_unslash( $_POST['karta_address'] ), array( 'https', 'http' ) ) ) : '';
		$key     = isset( $_POST['karta_key'] ) ? trim( sanitize_text_field( wp_unslash( $_POST['karta_key'] ) ) ) : '';
		$zone    = isset( $_POST['karta_zone'] ) ? absint( $_POST['karta_zone'] ) : 0;
		self::tell( self::keep( $address, $key, $zone ) );
		wp_safe_redirect( self::url() );
		exit;
	}

	/**
	 * Keeps what was entered, unless it cannot be right.
	 *
	 * @param string $address Where Karta is.
	 * @param string $key     The shop's key; empty for the one that is saved.
	 * @param int    $zone    The shipping zone; 0 for none.
	 * @return true|WP_Error
	 */
	public static function keep( $address, $key, $zone ) {
		if ( '' === $address ) {
			return new WP_Error( 'karta_address', __( 'Enter the address of Karta, such as https://karta.example.com.', 'karta-delivery' ) );
		}
		if ( '' !== $key && null === Karta_Client::read_key( $key ) ) {
			return new WP_Error( 'karta_key', __( 'This is no key of a shop. Copy the one that begins with ks_ from Karta, Integrations, WooCommerce.', 'karta-delivery' ) );
		}
		update_option( 'karta_address', $address, false );
		if ( '' !== $key ) {
			update_option( 'karta_key', $key, false );
		}
		update_option( 'karta_zone', $zone ? (string) $zone : '', false );
		if ( $zone ) {
			self::deliver_in( $zone );
		}
		$answer = Karta_Client::ask( 'ping', array( 'version' => KARTA_VERSION ) );
		return is_wp_error( $answer ) ? $answer : true;
	}

	/**
	 * Adds the method of Karta to a zone that has none.
	 *
	 * @param int $id The zone.
	 */
	private static function deliver_in( $id ) {
		$zone = WC_Shipping_Zones::get_zone( $id );
		if ( ! $zone ) {
			return;
		}
		foreach ( $zone->get_shipping_methods() as $method ) {
			if ( 'karta' === $method->id ) {
				return;
			}
		}
		$zone->add_shipping_method( 'karta' );
	}

	/**
	 * Keeps a sentence for the page that comes next.
	 *
	 * @param true|WP_Error $result What saving brought.
	 */
	private static function tell( $result ) {
		$notice = is_wp_error( $result )
			? array(
				'kind' => 'error',
				'text' => $result->get_error_message(),
			)
			: array(
				'kind' => 'success',
				'text' => __( 'Saved. Karta answers.', 'karta-delivery' ),
			);
		set_transient( 'karta_notice_' . get_current_user_id(), $notice, 60 );
	}
}
