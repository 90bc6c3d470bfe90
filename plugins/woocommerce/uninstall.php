<?php
/**
 * Forgets where Karta is and the shop's key. What is written on orders stays: it is their history.
 *
 * @package Karta
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

foreach ( array( 'karta_address', 'karta_key', 'karta_zone' ) as $karta_option ) {
	delete_option( $karta_option );
}
delete_transient( 'karta_pause' );
