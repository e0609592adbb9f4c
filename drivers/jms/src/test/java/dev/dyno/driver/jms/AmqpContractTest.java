package dev.dyno.driver.jms;

/** The contract of all drivers, on AMQP 1.0. */
class AmqpContractTest extends JmsContract {

    AmqpContractTest() {
        super(Provider.AMQP);
    }
}
