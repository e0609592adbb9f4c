/** The process of a managed ActiveMQ Classic, any version since 5.16. Nothing here is ever on the class path of the tool. */
package dev.dyno.broker.activemq;
