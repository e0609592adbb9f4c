package dev.dyno.driver.jms;

/** The contract of all drivers, on Artemis CORE. */
class CoreContractTest extends JmsContract {

    CoreContractTest() {
        super(Provider.CORE);
    }
}
