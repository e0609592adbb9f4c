/**
 * The process of a managed WSO2 Andes, the engine of WSO2 Message Broker, without the rest of that product. Nothing here is
 * ever on the class path of the tool.
 */
package dev.dyno.broker.andes;
